// Determines at the time of sending which events a viewer may receive. The catalog is queried once for many events and
// for all viewers with the same restrictions.
import { toReadProgress } from '#catalog/books/book-dto.ts';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { VisibilityEvidence } from '#catalog/changes.ts';
import { can, holds, isLimited, passesRule, system, type Viewer } from '#infrastructure/access/viewer.ts';
import { SingleFlight } from '#infrastructure/workers/single-flight.ts';
import { toSight } from '../tasks/index.ts';
import type { Audience, NumberedEvent } from './event.ts';

/** Returns whether a collection or read list exists for the viewer, or did when it was deleted. */
export type SeesList = (
  viewer: Viewer,
  list: 'collection' | 'readList',
  which: { id: string; evidence?: VisibilityEvidence },
) => Promise<boolean>;

interface Dependencies {
  catalog: Catalog;
  seesList: SeesList;
  /** Returns the ids of tasks that the viewer may see. */
  findTasks(viewer: Viewer, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export type FilterEvents = (viewer: Viewer, events: readonly NumberedEvent[]) => Promise<NumberedEvent[]>;

type Of<Kind extends Audience['kind']> = Extract<Audience, { kind: Kind }>;

/** The rows of many events, queried together. */
interface EventRows {
  libraryIds: ReadonlySet<string>;
  /** Series that restrictions by tag and age allow. */
  seriesIds: ReadonlySet<string>;
  /** Deleted series whose rows were purged. */
  purgedSeriesIds: ReadonlySet<string>;
  books: ReadonlyMap<string, BookRow>;
  taskIds: ReadonlySet<string>;
}

const mayBeOf = (viewer: Viewer, libraryId: string): boolean =>
  viewer.libraryIds === null || viewer.libraryIds.has(libraryId);

/** A key that is equal for all viewers with the same restrictions. */
export const toLimits = ({ libraryIds, seriesRule }: Viewer): string =>
  JSON.stringify([libraryIds && [...libraryIds].sort(), seriesRule]);

export class EventFilter {
  readonly #deps: Dependencies;
  /** Shared, because clients are sent the same events at the same time. */
  readonly #lookups = new SingleFlight();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async filter(viewer: Viewer, events: readonly NumberedEvent[]): Promise<NumberedEvent[]> {
    const known = await this.#lookUp(viewer, events);
    const sent: NumberedEvent[] = [];
    for (const event of events) {
      const published = this.#isRecipient(viewer, event.audience, known);
      if (!(typeof published === 'boolean' ? published : await published)) continue;
      const one = event.audience.kind === 'progress' ? withPosition(event, known) : event;
      if (one) sent.push(one);
    }
    return sent;
  }

  async #findSeries(
    viewer: Viewer,
    audiences: readonly Of<'series'>[],
  ): Promise<Pick<EventRows, 'seriesIds' | 'purgedSeriesIds'>> {
    if (viewer.seriesRule === null || audiences.length === 0)
      return { seriesIds: new Set(), purgedSeriesIds: new Set() };
    const ids = [...new Set(audiences.map(({ seriesId }) => seriesId))];
    const seriesIds = await this.#lookups.do(`${toLimits(viewer)} ${ids.join()}`, () =>
      this.#deps.catalog.visibility.visibleSeries(viewer, ids),
    );
    const unseen = audiences.filter(({ seriesId, marks }) => marks && !seriesIds.has(seriesId));
    const unseenIds = [...new Set(unseen.map(({ seriesId }) => seriesId))];
    if (unseenIds.length === 0) return { seriesIds, purgedSeriesIds: new Set() };
    const present = await this.#lookups.do(unseenIds.join(), () =>
      this.#deps.catalog.visibility.visibleSeries(system, unseenIds),
    );
    return { seriesIds, purgedSeriesIds: new Set(unseenIds.filter((id) => !present.has(id))) };
  }

  async #findBooks(
    viewer: Viewer,
    audiences: readonly Of<'progress'>[],
  ): Promise<ReadonlyMap<string, BookRow>> {
    const ids = new Set(
      audiences.filter(({ userId }) => userId === viewer.userId).map(({ bookId }) => bookId),
    );
    const rows = ids.size === 0 ? [] : await this.#deps.catalog.books.listByIds(viewer, [...ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #findTasks(viewer: Viewer, audiences: readonly Of<'task'>[]): Promise<ReadonlySet<string>> {
    if (audiences.length === 0 || !can(viewer, 'tasks:read')) return new Set();
    const ids = [...new Set(audiences.map(({ taskId }) => taskId))];
    const rights = [viewer.userId, viewer.role, can(viewer, 'system:admin')].join();
    return this.#lookups.do(`${toLimits(viewer)} ${rights} ${ids.join()}`, () =>
      this.#deps.findTasks(viewer, ids),
    );
  }

  async #lookUp(viewer: Viewer, events: readonly NumberedEvent[]): Promise<EventRows> {
    const audiences = events.map(({ audience }) => audience);
    const isOf =
      <Kind extends Audience['kind']>(kind: Kind) =>
      (audience: Audience): audience is Of<Kind> =>
        audience.kind === kind;
    const [libraryIds, series, books, taskIds] = await Promise.all([
      this.#deps.catalog.libraries.visibleIds(viewer),
      this.#findSeries(viewer, audiences.filter(isOf('series'))),
      this.#findBooks(viewer, audiences.filter(isOf('progress'))),
      this.#findTasks(viewer, audiences.filter(isOf('task'))),
    ]);
    return { libraryIds: new Set(libraryIds), ...series, books, taskIds };
  }

  #seesAnyList(viewer: Viewer, { list, id, evidence }: Of<'list'>): boolean | Promise<boolean> {
    if (!can(viewer, list === 'collection' ? 'collections:read' : 'readlists:read')) return false;
    // A viewer without restrictions sees every list.
    if (!isLimited(viewer)) return true;
    return this.#lookups.do(`${toLimits(viewer)} ${viewer.userId} ${id}`, () =>
      this.#deps.seesList(viewer, list, { id, ...(evidence && { evidence }) }),
    );
  }

  #isRecipient(viewer: Viewer, audience: Audience, known: EventRows): boolean | Promise<boolean> {
    switch (audience.kind) {
      case 'everyone':
        return true;
      case 'user':
        return audience.userId === viewer.userId;
      case 'library': {
        const { libraryId, anyOf, isDeleted, only } = audience;
        if (only !== undefined && (only === 'whole') !== (viewer.seriesRule === null)) return false;
        const isThere = isDeleted ? mayBeOf(viewer, libraryId) : known.libraryIds.has(libraryId);
        return isThere && holds(viewer, anyOf);
      }
      case 'series':
        return seesSeries(viewer, audience, known);
      case 'permission': {
        return can(viewer, audience.permission);
      }
      case 'task':
        return known.taskIds.has(audience.taskId) && toSight(viewer, audience) === audience.sight;
      case 'list':
        return this.#seesAnyList(viewer, audience);
      case 'progress':
        return known.books.has(audience.bookId) && can(viewer, 'books:read');
    }
  }
}

function seesSeries(viewer: Viewer, { libraryId, seriesId, anyOf, marks }: Of<'series'>, known: EventRows) {
  if (!holds(viewer, anyOf) || !known.libraryIds.has(libraryId)) return false;
  if (viewer.seriesRule === null || known.seriesIds.has(seriesId)) return true;
  return marks !== undefined && known.purgedSeriesIds.has(seriesId) && passesRule(viewer.seriesRule, marks);
}

/** Adds the current position: of several changes, only the last one matters. */
function withPosition(event: NumberedEvent, { books }: EventRows): NumberedEvent | undefined {
  const { audience, type } = event;
  if (audience.kind !== 'progress' || type !== 'progress_updated') return event;
  const progress = books.get(audience.bookId)?.progress;
  return progress
    ? { ...event, payload: { bookId: audience.bookId, progress: toReadProgress(progress) } }
    : undefined;
}
