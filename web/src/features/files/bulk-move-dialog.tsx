// Moves the files of the selected books or series to another library or folder.
import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { libraries } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/manage/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type FolderChoice, PlaceFields } from '../place-fields/index.tsx';
import { moveAll, type Refused, undoAll } from './bulk-move.ts';
import { type Item, isBook } from './move.ts';

export interface BulkMoveDialogProps {
  items: readonly Item[];
  onClose(): void;
  /** Called when all items were moved. */
  onDone(): void;
}

export function BulkMoveDialog(props: BulkMoveDialogProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(libraries);
  const managed = data?.data.filter(({ allowFileChanges }) => allowFileChanges);
  const { items, onClose } = props;
  return (
    <Dialog isOpen onClose={onClose} size="lg" title={t('files.moveManyTitle', { count: items.length })}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!managed && !error && <LoadingState />}
      {managed?.length === 0 && <Text>{t('files.noManagedLibrary')}</Text>}
      {managed && managed.length > 0 && <Form {...props} managed={managed} />}
    </Dialog>
  );
}

interface FormProps extends BulkMoveDialogProps {
  managed: React.ComponentProps<typeof PlaceFields>['libraries'];
}

const shownRefused = 20;

function Form({ items, managed, onClose, onDone }: FormProps) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['books'], ['series'], ['libraries'], ['read-lists'], ['collections']);
  const [place, setPlace] = useState<FolderChoice>(() => ({
    libraryId: managed[0]?.id ?? '',
    root: 0,
    folder: '',
  }));
  const [progress, setProgress] = useState(0);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const isOfSeries = items.some((item) => !isBook(item));
  const isConsent = refused.length > 0 && refused.every(({ needsConsent }) => needsConsent);
  const waiting = isConsent ? refused.map(({ item }) => item) : items;
  const submit = () => {
    let moved: Awaited<ReturnType<typeof moveAll>>['moved'] = [];
    act({
      async work() {
        const result = await moveAll(waiting, place, {
          acceptsOtherReaders: isConsent,
          onProgress: (done) => setProgress(done / waiting.length),
        });
        ({ moved } = result);
        setRefused(result.refused);
        if (result.refused.length === 0) onDone();
        return result;
      },
      done: ({ moved: all }) => t('files.movedMany', { count: all.length }),
      undo: () => undoAll(moved),
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <PlaceFields
          libraries={managed}
          place={place}
          onChange={(next) => {
            setPlace(next);
            setRefused([]);
          }}
        />
        <Text size="sm" c="dimmed">
          {t(isOfSeries ? 'files.moveManySeriesHint' : 'files.moveManyBooksHint')}
        </Text>
        {isBusy && <Progress value={progress * 100} aria-label={t('files.moving')} />}
        {refused.length > 0 && !isBusy && (
          <Alert color="yellow" role="alert" title={t('files.notMoved', { count: refused.length })}>
            <List size="sm">
              {refused.slice(0, shownRefused).map(({ item, title, why }) => (
                <List.Item key={`${item.id} ${title}`}>
                  <b>{title}</b>: {why}
                </List.Item>
              ))}
            </List>
            {refused.length > shownRefused && (
              <Text size="sm">{t('files.moveMore', { count: refused.length - shownRefused })}</Text>
            )}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={refused.length > 0 && !isConsent}>
            {t(isConsent ? 'files.moveAnyway' : 'files.moveAction')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
