// Stretches of reading, the latest first: of one book, or of all with their titles.
import type { ReadingSession } from '@lectern/contract/reading-sessions';
import { Button, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { oneBook } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { sessions } from './queries.ts';
import { useText } from './words/index.ts';

export function Sittings({ bookId }: { bookId?: string }) {
  const t = useText();
  const found = useInfiniteQuery(sessions(bookId));
  const all = found.data?.pages.flatMap(({ data }) => data) ?? [];
  if (found.data && all.length === 0)
    return <Text c="dimmed">{bookId ? t('noHistory') : t('nothingHint')}</Text>;
  return (
    <>
      <Table aria-label={t('sittings')}>
        <Table.Thead>
          <Table.Tr>
            {!bookId && <Table.Th miw={110}>{t('book')}</Table.Th>}
            <Table.Th>{t('when')}</Table.Th>
            <Table.Th>{t('length')}</Table.Th>
            <Table.Th visibleFrom="xs">{t('device')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map((session) => (
            <Line key={session.id} session={session} isOfOne={bookId !== undefined} />
          ))}
        </Table.Tbody>
      </Table>
      {found.hasNextPage && (
        <Button variant="subtle" size="xs" onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Line({ session, isOfOne }: { session: ReadingSession; isOfOne: boolean }) {
  const t = useText();
  const format = useFormat();
  const { bookId, startedAt, seconds, pagesRead, deviceName } = session;
  return (
    <Table.Tr>
      {!isOfOne && (
        <Table.Td>
          <Title bookId={bookId} />
        </Table.Td>
      )}
      <Table.Td>{format.dateTime(startedAt)}</Table.Td>
      <Table.Td>
        {[format.duration(seconds), pagesRead > 0 && t('pages', { count: pagesRead })]
          .filter(Boolean)
          .join(' · ')}
      </Table.Td>
      <Table.Td visibleFrom="xs">{deviceName}</Table.Td>
    </Table.Tr>
  );
}

/** Sessions know books by their ids. */
function Title({ bookId }: { bookId: string }) {
  const { data } = useQuery(oneBook(bookId));
  return (
    <AnchorLink to="/books/$id" params={{ id: bookId }} inherit>
      {data?.book.title ?? '…'}
    </AnchorLink>
  );
}
