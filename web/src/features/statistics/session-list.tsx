// Reading sessions of one book or of all books, the latest first. A list of all books includes titles.
import type { ReadingSession } from '@lectern/contract/reading/reading-sessions';
import { Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { oneBook } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { MoreButton } from './more-button.tsx';
import { sessions } from './queries.ts';

export function SessionList({ bookId }: { bookId?: string }) {
  const t = useTranslate();
  const found = useInfiniteQuery(sessions(bookId));
  const all = found.data?.pages.flatMap(({ data }) => data) ?? [];
  if (found.data && all.length === 0)
    return <Text c="dimmed">{bookId ? t('statistics.noHistory') : t('statistics.nothingHint')}</Text>;
  return (
    <>
      <Table aria-label={t('statistics.sittings')}>
        <Table.Thead>
          <Table.Tr>
            {!bookId && <Table.Th miw={110}>{t('statistics.book')}</Table.Th>}
            <Table.Th>{t('statistics.when')}</Table.Th>
            <Table.Th>{t('statistics.length')}</Table.Th>
            <Table.Th visibleFrom="xs">{t('statistics.device')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map((session) => (
            <Line key={session.id} session={session} isOfOne={bookId !== undefined} />
          ))}
        </Table.Tbody>
      </Table>
      <MoreButton found={found} />
    </>
  );
}

function Line({ session, isOfOne }: { session: ReadingSession; isOfOne: boolean }) {
  const t = useTranslate();
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
        {[format.duration(seconds), pagesRead > 0 && t('statistics.pages', { count: pagesRead })]
          .filter(Boolean)
          .join(' · ')}
      </Table.Td>
      <Table.Td visibleFrom="xs">{deviceName}</Table.Td>
    </Table.Tr>
  );
}

/** Sessions contain only the id of the book. */
function Title({ bookId }: { bookId: string }) {
  const { data } = useQuery(oneBook(bookId));
  return (
    <AnchorLink to="/books/$id" params={{ id: bookId }} inherit>
      {data?.book.title ?? '…'}
    </AnchorLink>
  );
}
