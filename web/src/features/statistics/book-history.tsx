// Where somebody has been in a book, and for how long: read only when it is opened.
import { Button, Group, Stack, Table, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useFormat } from '../../i18n/format.ts';
import { Ask } from '../../ui/ask.tsx';
import { showError, tell } from '../../ui/toasts.tsx';
import { readHistory } from './queries.ts';
import { Sittings } from './sittings.tsx';
import { useText } from './words/index.ts';

export function BookHistory({ id }: { id: string }) {
  const t = useText();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <section aria-label={t('history')}>
      <Button variant="default" size="sm" aria-expanded={isOpen} onClick={toggle}>
        {t('history')}
      </Button>
      {isOpen && (
        <Stack gap="lg" mt="xs">
          <div>
            <Title order={3} size="h5" mb={4}>
              {t('sittings')}
            </Title>
            <Sittings bookId={id} />
          </div>
          <Steps id={id} />
        </Stack>
      )}
    </section>
  );
}

function Steps({ id }: { id: string }) {
  const t = useText();
  const format = useFormat();
  const found = useInfiniteQuery(readHistory(id));
  const all = found.data?.pages.flatMap(({ data }) => data) ?? [];
  if (all.length === 0) return null;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h5">
          {t('steps')}
        </Title>
        <Forget id={id} />
      </Group>
      <Table aria-label={t('steps')}>
        <Table.Tbody>
          {all.map(({ id: entryId, readAt, currentPage, progressPercentage, completed, deviceName }) => (
            <Table.Tr key={entryId}>
              <Table.Td>{format.dateTime(readAt)}</Table.Td>
              <Table.Td>
                {completed
                  ? t('markedRead')
                  : progressPercentage === null
                    ? t('atPage', { page: format.number(currentPage) })
                    : t('atShare', {
                        page: format.number(currentPage),
                        percent: format.percent(progressPercentage),
                      })}
              </Table.Td>
              <Table.Td visibleFrom="xs">{deviceName}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {found.hasNextPage && (
        <Button variant="subtle" size="xs" onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

function Forget({ id }: { id: string }) {
  const t = useText();
  const hasPermission = usePermission();
  const queries = useQueryClient();
  const [isAsking, asking] = useDisclosure(false);
  const forget = useMutation({
    mutationFn: () => call('DELETE /api/v1/books/{id}/read-history', { params: { id } }),
    onSuccess: () => {
      tell(t('forgotten'));
      asking.close();
    },
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['reading'] }),
  });
  if (!hasPermission('progress:write')) return null;
  return (
    <>
      <Button variant="subtle" color="red" size="xs" onClick={asking.open}>
        {t('forget')}
      </Button>
      <Ask
        isOpen={isAsking}
        title={t('forget')}
        action={t('forget')}
        isWaiting={forget.isPending}
        onStay={asking.close}
        onAct={() => forget.mutate()}
      >
        {t('forgetHint')}
      </Ask>
    </>
  );
}
