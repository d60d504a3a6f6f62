// The reading history of a book, loaded when it is opened.
import { Button, Group, Stack, Table, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { openConfirmation } from '../../ui/manage/confirmation.tsx';
import { useAction } from '../../ui/use-action.ts';
import { MoreButton } from './more-button.tsx';
import { readHistory } from './queries.ts';
import { SessionList } from './session-list.tsx';

export function BookHistory({ id }: { id: string }) {
  const t = useTranslate();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <section aria-label={t('statistics.history')}>
      <Button variant="default" size="sm" aria-expanded={isOpen} onClick={toggle}>
        {t('statistics.history')}
      </Button>
      {isOpen && (
        <Stack gap="lg" mt="xs">
          <div>
            <Title order={3} size="h5" mb={4}>
              {t('statistics.sittings')}
            </Title>
            <SessionList bookId={id} />
          </div>
          <Steps id={id} />
        </Stack>
      )}
    </section>
  );
}

function Steps({ id }: { id: string }) {
  const t = useTranslate();
  const format = useFormat();
  const found = useInfiniteQuery(readHistory(id));
  const all = found.data?.pages.flatMap(({ data }) => data) ?? [];
  if (all.length === 0) return null;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h5">
          {t('statistics.steps')}
        </Title>
        <Forget id={id} />
      </Group>
      <Table aria-label={t('statistics.steps')}>
        <Table.Tbody>
          {all.map(({ id: entryId, readAt, currentPage, progressPercentage, completed, deviceName }) => (
            <Table.Tr key={entryId}>
              <Table.Td>{format.dateTime(readAt)}</Table.Td>
              <Table.Td>
                {completed
                  ? t('statistics.markedRead')
                  : progressPercentage === null
                    ? t('statistics.atPage', { page: format.number(currentPage) })
                    : t('statistics.atShare', {
                        page: format.number(currentPage),
                        percent: format.percent(progressPercentage),
                      })}
              </Table.Td>
              <Table.Td visibleFrom="xs">{deviceName}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <MoreButton found={found} />
    </div>
  );
}

function Forget({ id }: { id: string }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { runAction } = useAction(['reading']);
  if (!hasPermission('progress:write')) return null;
  const confirmRemoval = () =>
    openConfirmation({
      title: t('statistics.forget'),
      text: t('statistics.forgetHint'),
      action: t('statistics.forget'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/books/{id}/read-history', { params: { id } }),
          done: t('statistics.forgotten'),
        }),
    });
  return (
    <Button variant="subtle" color="red" size="xs" onClick={confirmRemoval}>
      {t('statistics.forget')}
    </Button>
  );
}
