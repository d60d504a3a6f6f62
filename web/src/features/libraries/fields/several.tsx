// Offers to add the subfolders of a folder as separate libraries.
import { Alert, Button, Group, List, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { libraries } from '../../../api/queries.ts';
import type { Output } from '../../../api/routes.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { newDraft, toChange, toKindDraft } from '../draft.ts';
import { KindIcon } from '../place/library-icon.tsx';
import { choices } from '../strategies.ts';

type Suggestion = Output<'POST /api/v1/libraries/preview-scan'>['suggestion'];

interface Props {
  suggested: Suggestion['libraries'];
  /** Called before the first library is added. */
  onAdd(): Promise<void>;
  onDone(): void;
}

export function SeveralLibraries({ suggested, onAdd, onDone }: Props) {
  const t = useTranslate();
  const queries = useQueryClient();
  const { data: known } = useQuery(libraries);
  const offered = suggested.filter(({ path }) => !known?.data.some(({ paths }) => paths.includes(path)));
  const adding = useMutation({
    async mutationFn() {
      await onAdd();
      for (const { name, path, ...settings } of offered)
        await call('POST /api/v1/libraries', {
          body: {
            ...toChange({ ...newDraft, ...toKindDraft(settings.kind, settings), name, paths: [path] }),
            scanImmediately: true,
          },
        });
    },
    onSuccess: onDone,
    // Also after a failure, which does not undo the libraries before it.
    onSettled: () => queries.invalidateQueries({ queryKey: ['libraries'] }),
  });
  if (offered.length < 2) return null;
  return (
    <Alert title={t('libraries.looksLike', { count: offered.length })}>
      <Stack gap="sm" align="flex-start">
        <List size="sm" center spacing={4}>
          {offered.map(({ name, path, kind, bookCount }) => (
            <List.Item key={path} icon={<KindIcon kind={kind} size={18} />}>
              {name} · {t(choices.kinds[kind])} · {t('libraries.books', { count: bookCount })}
            </List.Item>
          ))}
        </List>
        {adding.error && <span role="alert">{describeError(adding.error)}</span>}
        <Group>
          <Button loading={adding.isPending} onClick={() => adding.mutate()}>
            {t('libraries.addAll', { count: offered.length })}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
