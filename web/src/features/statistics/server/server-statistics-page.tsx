// Statistics of the server for administrators: its books, its readers, and their activity without names.
import { SimpleGrid, Stack, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { toFormatName } from '../../../i18n/format-name.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { NoPermission } from '../../../ui/manage/no-permission.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Chart } from '../charts/chart.tsx';
import { type Figure, Figures } from '../charts/figures.tsx';
import { inventory, type Span, serverReading } from '../queries.ts';
import { SpanChoice } from '../span-choice.tsx';
import { StatisticsHead } from '../statistics-tabs.tsx';

export function ServerStatisticsPage() {
  const hasPermission = usePermission();
  return hasPermission('system:health') ? <Content /> : <NoPermission />;
}

function Content() {
  const t = useTranslate();
  const format = useFormat();
  const [span, setSpan] = useState<Span>('month');
  const reading = useQuery({ ...serverReading(span), placeholderData: keepPreviousData });
  const content = useQuery(inventory);
  const error = reading.error ?? content.error;
  const toFigures = (
    { userCount, readerCount, totals }: NonNullable<typeof reading.data>,
    { bookCount, seriesCount, bytes }: NonNullable<typeof content.data>,
  ): Figure[] => [
    [t('statistics.series'), format.number(seriesCount)],
    [t('statistics.books'), format.number(bookCount)],
    [t('statistics.size'), format.size(bytes)],
    [
      t('statistics.readers'),
      t('statistics.readersOf', { count: format.number(readerCount), total: format.number(userCount) }),
    ],
    [t('statistics.timeRead'), format.duration(totals.seconds)],
    [t('statistics.finished'), format.number(totals.booksFinished)],
  ];
  return (
    <Stack gap="lg">
      <StatisticsHead title={t('statistics.serverTitle')}>
        <SpanChoice span={span} onChange={setSpan} />
      </StatisticsHead>
      {error && (
        <ErrorState error={error} onRetry={() => void Promise.all([reading.refetch(), content.refetch()])} />
      )}
      {!error && !(reading.data && content.data) && <LoadingState of={t('statistics.serverTitle')} />}
      {reading.data && content.data && (
        <>
          <Figures figures={toFigures(reading.data, content.data)} />
          <Chart stats={reading.data} />
          <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
            <Holdings
              title={t('statistics.byFormat')}
              rows={content.data.byFormat
                .filter(({ bookCount }) => bookCount > 0)
                .map((one) => ({ ...one, name: toFormatName(one.format, t) }))}
            />
            <Holdings title={t('statistics.byLibrary')} rows={content.data.libraries} />
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}

interface HoldingsProps {
  title: string;
  rows: readonly { name: string; bookCount: number; bytes: number }[];
}

function Holdings({ title, rows }: HoldingsProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Table captionSide="top">
      <Table.Caption>{title}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('statistics.name')}</Table.Th>
          <Table.Th>{t('statistics.books')}</Table.Th>
          <Table.Th>{t('statistics.size')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, bookCount, bytes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: libraries can have equal names
          <Table.Tr key={index}>
            <Table.Th scope="row" fw={500}>
              {name}
            </Table.Th>
            <Table.Td>{format.number(bookCount)}</Table.Td>
            <Table.Td>{format.size(bytes)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
