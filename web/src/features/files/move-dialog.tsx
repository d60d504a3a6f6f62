// Moves the files of a book or series to another folder or library, or renames them. Previews the destination of each file.
import type { FilePlace } from '@lectern/contract/ingest/moves';
import { Alert, Button, Code, Group, List, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../api/queries.ts';
import { describeError } from '../../i18n/errors.ts';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/manage/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { showError } from '../../ui/toasts/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type FolderChoice, PlaceFields } from '../place-fields/index.tsx';
import {
  type Item,
  isBook,
  listRefused,
  type Moved,
  move,
  moveBack,
  previewOf,
  type Target,
} from './move.ts';

export interface MoveDialogProps {
  item: Item;
  kind: 'move' | 'rename';
  onClose(): void;
}

export function MoveDialog({ item, kind, onClose }: MoveDialogProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(previewOf(item, {}));
  const [first] = data?.books ?? [];
  const { title } = item;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={kind === 'move' ? t('files.moveTitle', { title }) : t('files.renameTitle', { title })}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState of={title} />}
      {data && first && (
        <Form item={item} kind={kind} onClose={onClose} from={first.from} folder={data.folder} />
      )}
    </Dialog>
  );
}

interface FormProps extends MoveDialogProps {
  from: FilePlace;
  /** The current folder; for a series, its folder. */
  folder: string;
}

const typingMs = 300;
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const aboveOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('/');

function Form({ item, kind, from, folder, onClose }: FormProps) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['books'], ['series'], ['libraries'], ['read-lists']);
  const isOne = isBook(item);
  const oldName = isOne ? from.name : lastOf(folder);
  // A book that is a folder of images has no file extension.
  const ending =
    isOne && item.fileFormat !== 'folder' ? /(?:\.part\d+)?\.[^.]+$/i.exec(oldName)?.[0] : undefined;
  const form = useForm({
    initialValues: {
      stem: ending ? oldName.slice(0, -ending.length) : oldName,
      place: { libraryId: from.libraryId, root: from.root, folder: isOne ? folder : aboveOf(folder) },
    },
  });
  const { stem, place } = form.values;
  const name = `${stem.trim()}${ending ?? ''}`;
  const target =
    kind === 'move' ? toPlace(place, isOne ? '' : oldName) : toRenamed(name, isOne ? undefined : folder);
  const [settled] = useDebouncedValue(JSON.stringify(target), typingMs);
  const isSettled = settled === JSON.stringify(target);
  const preview = useQuery({
    ...previewOf(item, target),
    queryKey: ['moves', item.id, settled],
    enabled: isSettled && stem.trim() !== '',
  });
  const canMove = isSettled && (preview.data?.books.some(({ problem }) => problem === null) ?? false);
  const warning = preview.data?.warning ?? undefined;
  const submit = form.onSubmit(() => {
    let moved: Moved | undefined;
    act({
      async work() {
        // The preview shows the warning: the button confirms it.
        moved = await move(item, target, warning !== undefined);
        const refused = listRefused(moved.books);
        const [one] = refused;
        if (!one) return;
        const why = describeReason(one.problem);
        showError(t('files.moveRefused', { count: refused.length, title: one.title, reason: why }));
      },
      done: t(kind === 'move' ? 'files.moved' : 'files.renamed', { title: item.title }),
      undo: async () => moved && moveBack(item, moved),
      after: onClose,
    });
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {kind === 'move' ? (
          <PlaceOfManaged place={place} onChange={(next) => form.setFieldValue('place', next)} />
        ) : (
          <NameField
            label={isOne && item.fileFormat !== 'folder' ? t('files.newName') : t('files.newFolderName')}
            ending={ending}
            {...form.getInputProps('stem')}
          />
        )}
        {preview.error && (
          <Alert color="red" role="alert">
            {describeError(preview.error)}
          </Alert>
        )}
        {warning && isSettled && (
          <Alert color="yellow" role="alert">
            {describeReason(warning)}
          </Alert>
        )}
        {preview.data && isSettled && <Preview {...preview.data} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!canMove}>
            {t(kind === 'move' ? 'files.moveAction' : 'files.renameAction')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The folder of a series moves with it. */
const toPlace = (place: FolderChoice, folderName: string): Target => ({
  ...place,
  folder: join(trimSlashes(place.folder), folderName),
});

const toRenamed = (name: string, folder: string | undefined): Target =>
  folder === undefined ? { name } : { folder: join(aboveOf(folder), name) };

interface NameFieldProps extends TextInputProps {
  label: string;
  ending: string | undefined;
}

/** The file extension cannot be changed. */
function NameField({ ending, ...props }: NameFieldProps) {
  const shown = ending && {
    rightSection: (
      <Text size="sm" c="dimmed">
        {ending}
      </Text>
    ),
    rightSectionWidth: 100,
  };
  return <TextInput maxLength={200} data-autofocus {...shown} {...props} />;
}

const trimSlashes = (path: string): string =>
  path
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join('/');

/** Libraries that allow moving files. */
function PlaceOfManaged(props: { place: FolderChoice; onChange(place: FolderChoice): void }) {
  const { data } = useQuery(libraries);
  const allowed = data?.data.filter((library) => library.allowFileChanges) ?? [];
  return <PlaceFields libraries={allowed} {...props} />;
}

const shownFiles = 20;

function Preview({ books }: Pick<Moved, 'books'>) {
  const t = useTranslate();
  const files = books.flatMap((book) => book.files);
  // Without changes, no error is shown.
  const faults = listRefused(books).filter(({ problem }) => problem.reason !== 'move_same');
  return (
    <Stack gap="xs" aria-live="polite">
      {faults.slice(0, shownFiles).map(({ entryId, title, problem }) => (
        <Alert key={entryId} color="red" py="xs">
          {new Set(books.map(({ entryId }) => entryId)).size > 1 && <b>{title}: </b>}
          {describeReason(problem)}
        </Alert>
      ))}
      {files.length > 0 && (
        <Text size="sm" fw={600}>
          {t('files.movePreview', { count: files.length })}
        </Text>
      )}
      <List
        size="sm"
        listStyleType="none"
        spacing="xs"
        aria-label={t('files.movePreview', { count: files.length })}
      >
        {files.slice(0, shownFiles).map(({ from, to }) => (
          <List.Item key={from} style={{ overflowWrap: 'anywhere' }}>
            <Text span size="xs" c="dimmed" ff="monospace">
              {from}
            </Text>
            <br />
            <Code>→ {to}</Code>
          </List.Item>
        ))}
      </List>
      {files.length > shownFiles && (
        <Text size="sm" c="dimmed">
          {t('files.moveMore', { count: files.length - shownFiles })}
        </Text>
      )}
    </Stack>
  );
}
