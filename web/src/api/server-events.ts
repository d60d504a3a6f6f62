// Listens to server events and invalidates the affected queries. Collects events for a second, so that a scan does not cause
// a hundred requests.
import type { EventType } from '@lectern/contract/system/event-types';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { toUrl } from './call.ts';
import { eventNames } from './event-names.ts';
import { forgetLibrary } from './queries.ts';

const batchMs = 1_000;
/** The overview of the server is computed from many tables. */
const overviewMs = 10_000;

interface ServerEvent {
  type: EventType;
  bookId?: string;
  seriesId?: string;
  libraryId?: string;
}

/** Keys of the queries that an event invalidates. */
function toKeys({ type, bookId, seriesId, libraryId }: ServerEvent): QueryKey[] {
  if (type === 'resync') return [[]];
  if (type === 'scan_progress')
    return [
      ['libraries', 'scan', libraryId],
      ['libraries', 'active'],
    ];
  if (type === 'storage_updated') return [['health']];
  if (type === 'annotations_updated') return [['annotations']];
  if (type === 'releases_updated') return [['releases']];
  if (type.startsWith('progress'))
    return [
      ['books', 'one', bookId],
      ['books', 'shelf'],
      ['books', 'of-series'],
      ['books', 'adjacent'],
      ['series', 'one'],
      ['series', 'shelf'],
      ['books', 'list'],
      ['series', 'list'],
      ['reading'],
      ['read-lists'],
      ['want-to-read'],
    ];
  if (type.startsWith('book'))
    return [
      ['books', 'one', bookId],
      ['books', 'shelf'],
      ['books', 'of-series', seriesId],
      ['books', 'adjacent'],
      ['series', 'one', seriesId],
      ['books', 'list'],
      ['series', 'metadata', seriesId],
      ['read-lists'],
      ['want-to-read'],
      ['libraries'],
      ['book-errors'],
      ['duplicates'],
      ['releases'],
    ];
  if (type.startsWith('series'))
    return [['series'], ['books', 'of-series', seriesId], ['collections'], ['want-to-read'], ['releases']];
  if (type.startsWith('library'))
    return [['libraries'], ['books', 'shelf'], ['series'], ['want-to-read'], ['book-errors'], ['duplicates']];
  if (type.startsWith('cover')) return [['books'], ['series'], ['want-to-read']];
  if (type.startsWith('collection')) return [['collections']];
  if (type.startsWith('readlist')) return [['read-lists']];
  return [['tasks'], ['imports']];
}

/** Events that can change the overview of administrators. Positions of readers change too often. */
const changesOverview = ({ type }: ServerEvent) =>
  type === 'storage_updated' || /^(book|library|task|resync)/.test(type);

/** Collects keys, and invalidates their queries when this time has passed since the first. */
function createBatch(queries: QueryClient, ms: number) {
  const keys = new Map<string, QueryKey>();
  let timer: number | undefined;
  const flush = () => {
    timer = undefined;
    for (const queryKey of keys.values()) void queries.invalidateQueries({ queryKey });
    keys.clear();
  };
  return {
    add(key: QueryKey): void {
      keys.set(JSON.stringify(key), key);
      timer ??= window.setTimeout(flush, ms);
    },
    stop: () => window.clearTimeout(timer),
  };
}

/** Listens until the returned function is called. */
export function listen(queries: QueryClient): () => void {
  const stream = new EventSource(toUrl('api/v1/events'));
  const batch = createBatch(queries, batchMs);
  const slowBatch = createBatch(queries, overviewMs);
  const listen = ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as ServerEvent;
    if (event.type === 'library_deleted' && event.libraryId !== undefined)
      forgetLibrary(queries, event.libraryId);
    for (const key of toKeys(event)) batch.add(key);
    if (changesOverview(event)) slowBatch.add(['overview']);
  };
  for (const name of eventNames) stream.addEventListener(name, listen);
  return () => {
    stream.close();
    batch.stop();
    slowBatch.stop();
  };
}
