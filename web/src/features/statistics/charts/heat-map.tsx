// A calendar of the reading time of each day, with a text alternative and a table of the days with reading.
import { Table, Text, Title } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useLocale } from '../../../i18n/language.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { toDate } from './chart.tsx';
import classes from './charts.module.css';
import { levels, type ReadDay, toLevels, toWeeks } from './heat.ts';
import { TableAlternative } from './table-alternative.tsx';

/** The month that begins in a week. */
const findFirst = (week: readonly (ReadDay | undefined)[]) => week.find((day) => day?.start.endsWith('-01'));

interface Props {
  /** Days from `from` to `to`. */
  stats: { from: string; to: string; buckets: readonly ReadDay[] };
}

export function HeatMap({ stats: { from, to, buckets: days } }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const month = new Intl.DateTimeFormat(locale, { month: 'short' });
  const toLevel = toLevels(days);
  const read = days.filter(({ seconds, pagesRead }) => seconds > 0 || pagesRead > 0);
  const range = { from: day.format(toDate(from)), to: day.format(toDate(to)) };
  const words = t('statistics.daysRead', { ...range, count: read.length });
  return (
    <section aria-label={t('statistics.heat')}>
      <Title order={2} size="h4" mb="xs">
        {t('statistics.heat')}
      </Title>
      <figure className={classes.chart}>
        <div className={classes.weeks} role="img" aria-label={words}>
          {toWeeks(days).map((week, index, { length }) => {
            // A name at the end would be cut off.
            const first = index < length - 2 ? findFirst(week) : undefined;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other name
              <div key={index} className={classes.week}>
                <span className={classes.month}>{first && month.format(toDate(first.start))}</span>
                {week.map((one, weekday) => (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: the weekday
                    key={weekday}
                    className={classes.day}
                    {...(one && {
                      'data-level': toLevel(one.seconds),
                      title: `${day.format(toDate(one.start))}: ${format.duration(one.seconds)}`,
                    })}
                  />
                ))}
              </div>
            );
          })}
        </div>
        <figcaption className={classes.caption}>
          <div className={classes.scale} aria-hidden="true">
            <Text span size="xs">
              {t('statistics.less')}
            </Text>
            {levels.map((level) => (
              <span key={level} className={classes.day} data-level={level} />
            ))}
            <Text span size="xs">
              {t('statistics.moreReading')}
            </Text>
          </div>
          {words}
        </figcaption>
        <TableAlternative>
          <Table aria-label={t('statistics.heat')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('statistics.when')}</Table.Th>
                <Table.Th>{t('statistics.timeRead')}</Table.Th>
                <Table.Th>{t('statistics.pagesRead')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {read.toReversed().map(({ start, seconds, pagesRead }) => (
                <Table.Tr key={start}>
                  <Table.Td>{day.format(toDate(start))}</Table.Td>
                  <Table.Td>{format.duration(seconds)}</Table.Td>
                  <Table.Td>{format.number(pagesRead)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableAlternative>
      </figure>
    </section>
  );
}
