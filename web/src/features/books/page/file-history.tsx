// The automatic matches of a book's file, each with an undo, for users who may edit books. Loaded when it is opened.
import type { FileMatch } from '@lectern/contract/ingest/file-matches';
import { Button, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';

const fileHistory = (id: string) =>
  queryOptions({
    queryKey: ['books', 'file-history', id],
    queryFn: ({ signal }) => call('GET /api/v1/books/{id}/file-history', { params: { id } }, { signal }),
  });

export function FileHistory({ id }: { id: string }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const [isOpen, { toggle }] = useDisclosure(false);
  if (!hasPermission('books:write')) return null;
  return (
    <section aria-label={t('books.fileHistory')}>
      <Button variant="default" size="sm" aria-expanded={isOpen} onClick={toggle}>
        {t('books.fileHistory')}
      </Button>
      {isOpen && <Matches id={id} />}
    </section>
  );
}

function Matches({ id }: { id: string }) {
  const t = useTranslate();
  const found = useQuery(fileHistory(id));
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return null;
  if (found.data.length === 0) return <Text c="dimmed">{t('books.fileHistoryNone')}</Text>;
  return (
    <Table aria-label={t('books.fileHistory')} mt="xs">
      <Table.Tbody>
        {found.data.map((match) => (
          <MatchRow key={match.id} id={id} match={match} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function MatchRow({ id, match }: { id: string; match: FileMatch }) {
  const t = useTranslate();
  const format = useFormat();
  const { kind, formerPath, path, share, matchedAt, undoneAt, canUndo } = match;
  return (
    <Table.Tr>
      <Table.Td>{format.dateTime(matchedAt)}</Table.Td>
      <Table.Td>
        <Stack gap={2}>
          <Text size="sm" td={undoneAt === null ? 'none' : 'line-through'}>
            {t(`books.fileMatch_${kind}`, { percent: format.percent(share ?? 0) })}
          </Text>
          <Text size="sm" c="dimmed">
            {`${formerPath} → ${path}`}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td>
        {undoneAt !== null && t('books.fileMatchUndone')}
        {canUndo && <Undo id={id} matchId={match.id} />}
      </Table.Td>
    </Table.Tr>
  );
}

function Undo({ id, matchId }: { id: string; matchId: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { runAction } = useAction(['books'], ['series'], ['libraries'], ['read-lists'], ['reading']);
  const confirm = () =>
    openConfirmation({
      title: t('books.fileMatchUndo'),
      text: t('books.fileMatchUndoHint'),
      action: t('books.fileMatchUndo'),
      act: () =>
        runAction({
          async work() {
            const params = { id, matchId };
            const { bookId } = await call('POST /api/v1/books/{id}/file-history/{matchId}/undo', { params });
            if (bookId !== id) await navigate({ to: '/books/$id', params: { id: bookId } });
          },
          done: t('books.fileMatchUndone'),
        }),
    });
  return (
    <Button variant="subtle" size="xs" onClick={confirm}>
      {t('books.fileMatchUndo')}
    </Button>
  );
}
