// Reading time by day, week or month: a bar chart with a text alternative and a table.
import type { Granularity } from '@lectern/contract/values';
import { Table } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { useLocale } from '../../i18n/language.ts';
import { useTranslate } from '../../i18n/translate.ts';
import classes from './statistics.module.css';

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
  totals: { seconds: number };
}

/** A calendar day in local time. */
const toDate = (day: string) => new Date(`${day}T00:00:00`);

export function Chart({ stats: { from, to, granularity, buckets, totals } }: { stats: Stats }) {
  const t = useTranslate();
  const format = useFormat();
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const short = new Intl.DateTimeFormat(
    locale,
    granularity === 'month' ? { month: 'short' } : { day: 'numeric', month: 'numeric' },
  );
  const peakBucket = buckets.reduce<Bucket | undefined>(
    (best, one) => (one.seconds > (best?.seconds ?? 0) ? one : best),
    undefined,
  );
  const range = { from: day.format(toDate(from)), to: day.format(toDate(to)) };
  const words = peakBucket
    ? t('statistics.chart', {
        ...range,
        total: format.duration(totals.seconds),
        most: format.duration(peakBucket.seconds),
        peak: day.format(toDate(peakBucket.start)),
      })
    : t('statistics.chartNothing', range);
  const every = Math.ceil(buckets.length / 10);
  return (
    <figure className={classes.chart}>
      <div className={classes.bars} role="img" aria-label={words}>
        {buckets.map(({ start, seconds }, index) => (
          <div
            key={start}
            className={classes.slot}
            title={`${day.format(toDate(start))}: ${format.duration(seconds)}`}
          >
            <div
              className={classes.bar}
              style={{ height: `${(seconds / (peakBucket?.seconds ?? 1)) * 100}%` }}
            />
            <span className={classes.tick} data-between={(index / every) % 2 === 1 || undefined}>
              {index % every === 0 ? short.format(toDate(start)) : ''}
            </span>
          </div>
        ))}
      </div>
      <figcaption className={classes.caption}>{words}</figcaption>
      <details>
        <summary>{t('statistics.asTable')}</summary>
        <Table aria-label={t('statistics.timeRead')}>
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
      </details>
    </figure>
  );
}
