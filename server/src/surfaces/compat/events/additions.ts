// Data that events of the emulated server contain in addition: the series of books whose positions changed, and the
// members of collections and read lists. Loaded per listener, because of different visibility.
import type { NumberedEvent } from '#features/system/events/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { CompatDependencies } from '../dependencies.ts';
import type { CompatEvent } from './translate.ts';

const positionEvents = {
  progress_updated: 'ReadProgressSeriesChanged',
  progress_deleted: 'ReadProgressSeriesDeleted',
};

/** Returns one event per series. */
export async function describePositions(
  { catalog }: CompatDependencies,
  viewer: Viewer,
  events: readonly NumberedEvent[],
): Promise<CompatEvent[]> {
  const described: CompatEvent[] = [];
  for (const [type, name] of Object.entries(positionEvents)) {
    const bookIds = events.flatMap((event) => (event.type === type ? [String(event.payload.bookId)] : []));
    if (bookIds.length === 0) continue;
    const rows = await catalog.books.listByIds(viewer, bookIds);
    for (const seriesId of new Set(rows.map((row) => row.seriesId)))
      described.push({ name, data: { seriesId, userId: viewer.userId } });
  }
  return described;
}

/** Adds the members to an event of a list. */
export async function addMembers(
  { services: { lists } }: CompatDependencies,
  viewer: Viewer,
  event: CompatEvent,
): Promise<CompatEvent> {
  const { collectionId, readListId } = event.data;
  if (!/^(Collection|ReadList)(Added|Changed)$/.test(event.name)) return event;
  const isCollection = collectionId !== undefined;
  const service = isCollection ? lists.collections : lists.readLists;
  try {
    const { memberIds } = await service.getWithMembers(viewer, String(collectionId ?? readListId));
    return { ...event, data: { ...event.data, [isCollection ? 'seriesIds' : 'bookIds']: memberIds } };
  } catch (error) {
    // The list was deleted meanwhile; the next event reports it.
    if (error instanceof Problem && error.code === 'not_found') return event;
    throw error;
  }
}
