// Which events a viewer may know of, decided when they are sent: one look at the catalog for many events.
import { toReadProgress } from '#catalog/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { can, type Viewer } from '#kernel/access/viewer.ts';
import type { NumberedEvent } from './event.ts';

interface Parts {
  catalog: Pick<Catalog, 'sight' | 'books'>;
  /** Whether a collection or read list exists for the viewer. */
  seesList(viewer: Viewer, list: 'collection' | 'readList', id: string): Promise<boolean>;
}

export type FilterEvents = (viewer: Viewer, events: readonly NumberedEvent[]) => Promise<NumberedEvent[]>;

const seesLibrary = (viewer: Viewer, libraryId: string): boolean =>
  viewer.libraryIds === null || viewer.libraryIds.has(libraryId);

/** Nothing is hidden from whoever has no limits. */
const isUnlimited = (viewer: Viewer): boolean => viewer.libraryIds === null && viewer.seriesRule === null;

export function createFilter({ catalog, seesList }: Parts): FilterEvents {
  async function findSeries(viewer: Viewer, events: readonly NumberedEvent[]): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (const { audience } of events) if (audience.kind === 'series') ids.add(audience.seriesId);
    return ids.size === 0 ? ids : catalog.sight.visibleSeries(viewer, [...ids]);
  }

  /** With the place as it is now: of several changes in a row the last one counts. */
  async function toProgress(viewer: Viewer, event: NumberedEvent, bookId: string) {
    const [row] = await catalog.books.listByIds(viewer, [bookId]);
    if (!row) return undefined;
    if (event.type === 'progress_deleted') return event;
    const progress = row.progress && toReadProgress(row.progress);
    return progress && { ...event, payload: { bookId, progress } };
  }

  async function toSent(viewer: Viewer, event: NumberedEvent, series: ReadonlySet<string>) {
    const { audience } = event;
    switch (audience.kind) {
      case 'everyone':
        return event;
      case 'library':
        return can(viewer, 'libraries:read') && seesLibrary(viewer, audience.libraryId) ? event : undefined;
      case 'series':
        return can(viewer, 'series:read') && series.has(audience.seriesId) ? event : undefined;
      case 'permission':
        return can(viewer, audience.permission) &&
          (audience.libraryId === null || seesLibrary(viewer, audience.libraryId))
          ? event
          : undefined;
      case 'list': {
        if (!can(viewer, audience.list === 'collection' ? 'collections:read' : 'readlists:read'))
          return undefined;
        if (isUnlimited(viewer)) return event;
        return !audience.isGone && (await seesList(viewer, audience.list, audience.id)) ? event : undefined;
      }
      case 'progress':
        return audience.userId === viewer.userId && can(viewer, 'books:read')
          ? toProgress(viewer, event, audience.bookId)
          : undefined;
    }
  }

  return async (viewer, events) => {
    const series = await findSeries(viewer, events);
    const sent: NumberedEvent[] = [];
    for (const event of events) {
      const one = await toSent(viewer, event, series);
      if (one) sent.push(one);
    }
    return sent;
  };
}
