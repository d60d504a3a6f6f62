// The user's reading statistics: figures, goals, charts, shares, the latest sessions.
import { Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { Chart } from './charts/chart.tsx';
import { type Figure, Figures } from './charts/figures.tsx';
import { HeatMap } from './charts/heat-map.tsx';
import { Shares } from './charts/shares.tsx';
import { Goals } from './goals/goals.tsx';
import { useGoals } from './goals/use-goals.ts';
import { daysOfSpan, lastDays, readingDays, readingShares, readingStats, type Span } from './queries.ts';
import { SessionList } from './session-list.tsx';
import { SpanChoice } from './span-choice.tsx';
import { StatisticsHead } from './statistics-tabs.tsx';

const daysOfHeatMap = 365;

export function StatisticsPage() {
  const t = useTranslate();
  const format = useFormat();
  const [span, setSpan] = useState<Span>('month');
  const found = useQuery({ ...readingStats(span), placeholderData: keepPreviousData });
  const days = useQuery(readingDays(lastDays(daysOfHeatMap)));
  const shares = useQuery({ ...readingShares(daysOfSpan(span)), placeholderData: keepPreviousData });
  const goals = useGoals();
  const queries = [found, days, shares];
  const error = queries.find((query) => query.error)?.error;
  // Shown together: a part that loads later would move the parts below it.
  const isKnown = queries.every(({ data }) => data) && goals.isKnown;
  const toFigures = ({
    totals,
    currentStreakDays,
    longestStreakDays,
  }: NonNullable<typeof found.data>): Figure[] => [
    [t('statistics.timeRead'), format.duration(totals.seconds)],
    [t('statistics.pagesRead'), format.number(totals.pagesRead)],
    [t('statistics.finished'), format.number(totals.booksFinished)],
    [t('statistics.sessions'), format.number(totals.sessions)],
    [t('statistics.currentStreak'), format.number(currentStreakDays)],
    [t('statistics.longestStreak'), format.number(longestStreakDays)],
  ];
  return (
    <Stack gap="lg">
      <StatisticsHead title={t('statistics.title')}>
        <SpanChoice span={span} onChange={setSpan} />
      </StatisticsHead>
      {error && <ErrorState error={error} onRetry={() => void queries.map((query) => query.refetch())} />}
      {!error && !isKnown && <LoadingState of={t('statistics.title')} />}
      {isKnown && found.data && days.data && shares.data && (
        <>
          <Figures figures={toFigures(found.data)} />
          <Goals goals={goals} />
          <Chart stats={found.data} />
          <HeatMap stats={days.data} />
          <Shares shares={shares.data} />
          <section aria-label={t('statistics.latest')}>
            <Title order={2} size="h4" mb="xs">
              {t('statistics.latest')}
            </Title>
            <SessionList />
          </section>
        </>
      )}
    </Stack>
  );
}
