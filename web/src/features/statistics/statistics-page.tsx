// Reading statistics: figures, a chart, the latest sessions.
import { Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { Chart } from './chart.tsx';
import { readingStats, type Span } from './queries.ts';
import { SessionList } from './session-list.tsx';
import classes from './statistics.module.css';

const all: readonly Span[] = ['week', 'month', 'quarter', 'year'];

export function StatisticsPage() {
  const t = useTranslate();
  const [span, setSpan] = useState<Span>('month');
  const found = useQuery({ ...readingStats(span), placeholderData: (before) => before });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('statistics.title')}
        </Title>
        <SegmentedControl
          aria-label={t('statistics.span')}
          value={span}
          data={all.map((value) => ({ value, label: t(`statistics.span_${value}`) }))}
          onChange={(value) => setSpan(all.find((one) => one === value) ?? 'month')}
        />
      </Group>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState of={t('statistics.title')} />}
      {found.data && (
        <>
          <Figures stats={found.data} />
          <Chart stats={found.data} />
        </>
      )}
      {!found.isPending && (
        <section aria-label={t('statistics.latest')}>
          <Title order={2} size="h4" mb="xs">
            {t('statistics.latest')}
          </Title>
          <SessionList />
        </section>
      )}
    </Stack>
  );
}

type Stats = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof readingStats>['queryFn']>>>>;

function Figures({ stats: { totals, currentStreakDays, longestStreakDays } }: { stats: Stats }) {
  const t = useTranslate();
  const format = useFormat();
  const figures = [
    [t('statistics.timeRead'), format.duration(totals.seconds)],
    [t('statistics.pagesRead'), format.number(totals.pagesRead)],
    [t('statistics.finished'), format.number(totals.booksFinished)],
    [t('statistics.sessions'), format.number(totals.sessions)],
    [t('statistics.currentStreak'), format.number(currentStreakDays)],
    [t('statistics.longestStreak'), format.number(longestStreakDays)],
  ] as const;
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} m={0}>
      {figures.map(([label, value]) => (
        <div key={label} className={classes.figure}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fz="xl" fw={700}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
