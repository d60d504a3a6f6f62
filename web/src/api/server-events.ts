// Listens to server events and invalidates the affected queries. Collects events for a second, so that a scan does not cause
// a hundred requests.
import type { EventType } from '@lectern/contract/system/event-types';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { toUrl } from './call.ts';
import { eventNames } from './event-names.ts';
import { forgetLibrary } from './queries.ts';

const batchMs = 1_000;

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

/** Listens until the returned function is called. */
export function listen(queries: QueryClient): () => void {
  const stream = new EventSource(toUrl('api/v1/events'));
  const staleKeys = new Map<string, QueryKey>();
  let timer: number | undefined;
  const flush = () => {
    timer = undefined;
    for (const queryKey of staleKeys.values()) void queries.invalidateQueries({ queryKey });
    staleKeys.clear();
  };
  const listen = ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as ServerEvent;
    if (event.type === 'library_deleted' && event.libraryId !== undefined)
      forgetLibrary(queries, event.libraryId);
    for (const key of toKeys(event)) staleKeys.set(JSON.stringify(key), key);
    timer ??= window.setTimeout(flush, batchMs);
  };
  for (const name of eventNames) stream.addEventListener(name, listen);
  return () => {
    stream.close();
    window.clearTimeout(timer);
  };
}
