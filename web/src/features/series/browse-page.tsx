// All series, those of a library, or those that a search finds: as one grid, however many they are.
import { Group, Select, Skeleton, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type ListWish, libraries, seriesWindow, windowSize } from '../../api/queries.ts';
import { Fault, Nothing, Waiting } from '../../ui/states.tsx';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { SeriesCard } from './series-card.tsx';

const sorts = [
  { value: 'title,asc', label: 'Title' },
  { value: 'dateAdded,desc', label: 'Newest' },
  { value: 'dateUpdated,desc', label: 'Last changed' },
  { value: 'releaseDate,desc', label: 'Release' },
  { value: 'bookCount,desc', label: 'Most books' },
];

export function BrowsePage() {
  const { library, q, sort } = useSearch({ from: '/signed-in/shell/series' });
  const navigate = useNavigate({ from: '/series' });
  const known = useQuery(libraries);
  const wish: ListWish = { libraryId: library, search: q, sort };
  const first = useQuery(seriesWindow(wish, 1));
  const name = known.data?.data.find(({ id }) => id === library)?.name;
  const title = q ? `“${q}”` : (name ?? 'All series');
  return (
    <>
      <Group justify="space-between" mb="md" align="flex-end">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed" size="sm" aria-live="polite">
            {first.data ? `${first.data.total.toLocaleString()} series` : '…'}
          </Text>
        </div>
        <Select
          aria-label="Order"
          w={160}
          data={sorts}
          value={sort ?? (q ? null : 'title,asc')}
          placeholder="Best match"
          clearable={Boolean(q)}
          onChange={(value) =>
            void navigate({ search: (before) => ({ ...before, sort: value ?? undefined }), replace: true })
          }
        />
      </Group>
      {first.error && <Fault error={first.error} onRetry={() => void first.refetch()} />}
      {first.isPending && !first.error && <Waiting of="series" />}
      {first.data?.total === 0 && (
        <Nothing title={q ? 'Nothing found' : 'No series yet'}>
          <Text c="dimmed">
            {q ? 'Fewer or other words may find more.' : 'They appear while the library is scanned.'}
          </Text>
        </Nothing>
      )}
      {first.data && first.data.total > 0 && (
        <Windows key={JSON.stringify(wish)} wish={wish} total={first.data.total} label={title} />
      )}
    </>
  );
}

/** The windows of the list that are near the screen. */
function Windows({ wish, total, label }: { wish: ListWish; total: number; label: string }) {
  const [range, setRange] = useState({ from: 1, to: 1 });
  const onRange = useCallback((first: number, last: number) => {
    const from = Math.floor(first / windowSize) + 1;
    const to = Math.floor(Math.max(0, last) / windowSize) + 1;
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);
  const pages = Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i);
  const windows = useQueries({ queries: pages.map((page) => seriesWindow(wish, page)) });
  const render = (index: number) => {
    const page = Math.floor(index / windowSize) + 1;
    const series = windows[page - range.from]?.data?.data[index % windowSize];
    return series ? (
      <SeriesCard series={series} />
    ) : (
      <Skeleton style={{ aspectRatio: '2 / 3', height: 'auto' }} />
    );
  };
  return (
    <VirtualGrid
      total={total}
      minWidth={120}
      captionHeight={52}
      label={label}
      render={render}
      onRange={onRange}
    />
  );
}
