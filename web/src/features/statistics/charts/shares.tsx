// Reading by genre, author and format: tables with bars.
import type { ReadingShares } from '@lectern/contract/reading/reading-sessions';
import { SimpleGrid, Table, Text } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { toFormatName } from '../../../i18n/format-name.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './charts.module.css';

interface Share {
  name: string;
  seconds: number;
  bookCount: number;
}

export function Shares({ shares: { genres, authors, formats } }: { shares: ReadingShares }) {
  const t = useTranslate();
  const parts = [
    { title: t('statistics.byGenre'), shares: genres },
    { title: t('statistics.byAuthor'), shares: authors },
    {
      title: t('statistics.byFormat'),
      shares: formats.map((one) => ({ ...one, name: toFormatName(one.format, t) })),
    },
  ];
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} style={{ alignItems: 'start' }}>
      {parts.map(({ title, shares }) => (
        <ShareTable key={title} title={title} shares={shares} />
      ))}
    </SimpleGrid>
  );
}

function ShareTable({ title, shares }: { title: string; shares: readonly Share[] }) {
  const t = useTranslate();
  const format = useFormat();
  // Imported reading has no duration.
  const isTimed = shares.some(({ seconds }) => seconds > 0);
  const weigh = ({ seconds, bookCount }: Share) => (isTimed ? seconds : bookCount);
  const most = Math.max(1, ...shares.map(weigh));
  return (
    <div>
      <Table captionSide="top" layout="fixed">
        <Table.Caption>{title}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="50%">{t('statistics.name')}</Table.Th>
            <Table.Th>{t('statistics.timeRead')}</Table.Th>
            <Table.Th>{t('statistics.books')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shares.map((share) => (
            <Table.Tr key={share.name}>
              <Table.Th scope="row" fw={500}>
                {share.name}
                <div className={classes.share} aria-hidden="true">
                  <div style={{ width: `${(weigh(share) / most) * 100}%` }} />
                </div>
              </Table.Th>
              <Table.Td>{format.duration(share.seconds)}</Table.Td>
              <Table.Td>{format.number(share.bookCount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {shares.length === 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {t('statistics.nothingYet')}
        </Text>
      )}
    </div>
  );
}
