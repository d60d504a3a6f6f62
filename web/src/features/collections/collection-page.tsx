// One collection: its series as a grid, or as a sortable list.
import type { Series } from '@lectern/contract/libraries/series';
import { Link, useParams } from '@tanstack/react-router';
import { call, toThumbnailUrl } from '../../api/call.ts';
import { windowSize } from '../../ui/windowing/use-windows.ts';
import { WindowedGrid } from '../../ui/windowing/windowed-grid.tsx';
import { SeriesCard } from '../books/index.tsx';
import { type ArrangeProps, ListPage, loadAll, MemberLine } from '../lists/index.tsx';

const membersOf = (id: string, { page, pageSize }: { page: number; pageSize: number }, signal: AbortSignal) =>
  call('GET /api/v1/collections/{id}/series', { params: { id }, query: { page, pageSize } }, { signal });

const arrange: ArrangeProps<Series> = {
  load: (id, signal) => loadAll((page, pageSize) => membersOf(id, { page, pageSize }, signal)),
  find: async (text, signal) => {
    const body = { fullTextSearch: text };
    return (await call('POST /api/v1/series/list', { query: { pageSize: 20 }, body }, { signal })).data;
  },
  render: (series) => (
    <Link to="/series/$id" params={{ id: series.id }}>
      <MemberLine picture={toThumbnailUrl('series', series)} title={series.title} line={series.libraryName} />
    </Link>
  ),
};

export function CollectionPage() {
  const { id } = useParams({ from: '/signed-in/shell/collections/$id' });
  return (
    <ListPage key={id} kind="collections" id={id} arrange={arrange}>
      {({ name, memberCount }) => (
        <WindowedGrid
          total={memberCount}
          label={name}
          queryKey={['collections', 'members', id]}
          ask={(page, signal) => membersOf(id, { page, pageSize: windowSize }, signal)}
          render={(series) => <SeriesCard series={series} />}
        />
      )}
    </ListPage>
  );
}
