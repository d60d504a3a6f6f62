// How much one read: figures, a chart of the time, the latest sittings.
import { Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { Chart } from './chart.tsx';
import { readingStats, type Span } from './queries.ts';
import { Sittings } from './sittings.tsx';
import classes from './statistics.module.css';
import { useText } from './words/index.ts';

const all: readonly Span[] = ['week', 'month', 'quarter', 'year'];

export function StatisticsPage() {
  const t = useText();
  const [span, setSpan] = useState<Span>('month');
  const found = useQuery({ ...readingStats(span), placeholderData: (before) => before });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <SegmentedControl
          aria-label={t('span')}
          value={span}
          data={all.map((value) => ({ value, label: t(`span_${value}`) }))}
          onChange={(value) => setSpan(all.find((one) => one === value) ?? 'month')}
        />
      </Group>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState of={t('title')} />}
      {found.data && (
        <>
          <Figures stats={found.data} />
          <Chart stats={found.data} />
        </>
      )}
      <section aria-label={t('latest')}>
        <Title order={2} size="h4" mb="xs">
          {t('latest')}
        </Title>
        <Sittings />
      </section>
    </Stack>
  );
}

type Stats = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof readingStats>['queryFn']>>>>;

function Figures({ stats: { totals, currentStreakDays, longestStreakDays } }: { stats: Stats }) {
  const t = useText();
  const format = useFormat();
  const figures = [
    [t('timeRead'), format.duration(totals.seconds)],
    [t('pagesRead'), format.number(totals.pagesRead)],
    [t('finished'), format.number(totals.booksFinished)],
    [t('sessions'), format.number(totals.sessions)],
    [t('currentStreak'), format.number(currentStreakDays)],
    [t('longestStreak'), format.number(longestStreakDays)],
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
