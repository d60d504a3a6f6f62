// Reading time or pages by day, week or month: a bar chart with a text alternative and a table.
import type { Granularity } from '@lectern/contract/values';
import { Group, SegmentedControl, Table, Title } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useLocale } from '../../../i18n/language.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './charts.module.css';
import { TableAlternative } from './table-alternative.tsx';

interface Bucket {
  start: string;
  seconds: number;
  pagesRead: number;
  booksFinished: number;
}
interface Stats {
  from: string;
  to: string;
  granularity: Granularity;
  buckets: Bucket[];
  totals: { seconds: number; pagesRead: number };
}

const measures = { time: 'seconds', pages: 'pagesRead' } as const;
type Measure = keyof typeof measures;

/** A calendar day in local time. */
export const toDate = (day: string) => new Date(`${day}T00:00:00`);

const dayMs = 24 * 60 * 60 * 1_000;
const countDays = ({ from, to }: Stats) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;

export function Chart({ stats }: { stats: Stats }) {
  const t = useTranslate();
  const format = useFormat();
  const locale = useLocale();
  const [measure, setMeasure] = useState<Measure>('time');
  const { from, to, granularity, buckets, totals } = stats;
  const field = measures[measure];
  const show = measure === 'time' ? format.duration : format.number;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const short = new Intl.DateTimeFormat(
    locale,
    granularity === 'month' ? { month: 'short' } : { day: 'numeric', month: 'numeric' },
  );
  const peakBucket = buckets.reduce<Bucket | undefined>(
    (best, one) => (one[field] > (best?.[field] ?? 0) ? one : best),
    undefined,
  );
  const range = { from: day.format(toDate(from)), to: day.format(toDate(to)) };
  const words = peakBucket
    ? t(measure === 'time' ? 'statistics.chart' : 'statistics.chartPages', {
        ...range,
        total: show(totals[field]),
        average: format.number(Math.round(totals.pagesRead / countDays(stats))),
        most: show(peakBucket[field]),
        peak: day.format(toDate(peakBucket.start)),
      })
    : t('statistics.chartNothing', range);
  const every = Math.ceil(buckets.length / 10);
  return (
    <section aria-label={t('statistics.overTime')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('statistics.overTime')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('statistics.measure')}
          value={measure}
          data={[
            { value: 'time', label: t('statistics.timeRead') },
            { value: 'pages', label: t('statistics.pagesRead') },
          ]}
          onChange={(value) => setMeasure(value === 'pages' ? 'pages' : 'time')}
        />
      </Group>
      <figure className={classes.chart}>
        <div className={classes.bars} role="img" aria-label={words}>
          {buckets.map((bucket, index) => (
            <div
              key={bucket.start}
              className={classes.slot}
              title={`${day.format(toDate(bucket.start))}: ${show(bucket[field])}`}
            >
              <div
                className={classes.bar}
                style={{ height: `${(bucket[field] / (peakBucket?.[field] ?? 1)) * 100}%` }}
              />
              <span className={classes.tick} data-between={(index / every) % 2 === 1 || undefined}>
                {index % every === 0 ? short.format(toDate(bucket.start)) : ''}
              </span>
            </div>
          ))}
        </div>
        <figcaption className={classes.caption}>{words}</figcaption>
        <TableAlternative>
          <Table aria-label={t('statistics.overTime')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('statistics.when')}</Table.Th>
                <Table.Th>{t('statistics.timeRead')}</Table.Th>
                <Table.Th>{t('statistics.pagesRead')}</Table.Th>
                <Table.Th>{t('statistics.finished')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {buckets.map(({ start, seconds, pagesRead, booksFinished }) => (
                <Table.Tr key={start}>
                  <Table.Td>{day.format(toDate(start))}</Table.Td>
                  <Table.Td>{format.duration(seconds)}</Table.Td>
                  <Table.Td>{format.number(pagesRead)}</Table.Td>
                  <Table.Td>{format.number(booksFinished)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableAlternative>
      </figure>
    </section>
  );
}
