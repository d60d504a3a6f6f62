// Converts native events to those of the compatibility API.
import { isKeyOf } from '@lectern/contract/records';
import type { NumberedEvent } from '#features/system/events/index.ts';

export interface CompatEvent {
  /** For example `BookAdded`. */
  name: string;
  data: Readonly<Record<string, unknown>>;
}

const changes = { created: 'Added', updated: 'Changed', deleted: 'Deleted' } as const;

/** Corresponding events of the emulated server; empty if there are none. */
export function toCompatEvents(event: NumberedEvent): CompatEvent[] {
  const { type, payload, audience } = event;
  const [, noun = '', kind = ''] = /^(book|series|library|collection|readlist)_(\w+)$/.exec(type) ?? [];
  if (isKeyOf(changes, kind)) return [toChange(noun, changes[kind], payload), ...toListCovers(event)];
  switch (type) {
    case 'cover_updated':
      return toCovers(event);
    case 'progress_updated':
    case 'progress_deleted': {
      const userId = audience.kind === 'progress' ? audience.userId : '';
      const name = type === 'progress_updated' ? 'ReadProgressChanged' : 'ReadProgressDeleted';
      return [{ name, data: { bookId: payload.bookId, userId } }];
    }
    default:
      return [];
  }
}

function toChange(noun: string, change: string, payload: NumberedEvent['payload']): CompatEvent {
  const { bookId, seriesId, libraryId, collectionId, readListId } = payload;
  switch (noun) {
    case 'book':
      return { name: `Book${change}`, data: { bookId, seriesId: seriesId ?? '', libraryId } };
    case 'series':
      return { name: `Series${change}`, data: { seriesId, libraryId } };
    case 'library':
      return { name: `Library${change}`, data: { libraryId } };
    // Members are added per listener.
    case 'collection':
      return { name: `Collection${change}`, data: { collectionId, seriesIds: [] } };
    default:
      return { name: `ReadList${change}`, data: { readListId, bookIds: [] } };
  }
}

/** When the selected cover is deleted, another one is selected. */
function toCovers({ payload: { entityType, entityId }, audience, cover }: NumberedEvent): CompatEvent[] {
  const isBook = entityType === 'book';
  const seriesId = audience.kind === 'series' ? audience.seriesId : '';
  const which = isBook ? { bookId: entityId, seriesId } : { seriesId: entityId };
  const toEvent = (change: 'Added' | 'Deleted', selected: boolean): CompatEvent => ({
    name: `Thumbnail${isBook ? 'Book' : 'Series'}${change}`,
    data: { ...which, selected },
  });
  if (!cover?.removed) return [toEvent('Added', true)];
  const { wasSelected } = cover.removed;
  return [toEvent('Deleted', wasSelected), ...(wasSelected ? [toEvent('Added', true)] : [])];
}

/** A list whose selected cover is deleted shows the covers of its members. */
function toListCovers({ payload: { collectionId, readListId }, cover }: NumberedEvent): CompatEvent[] {
  if (!cover) return [];
  const isCollection = collectionId !== undefined;
  const data = isCollection ? { collectionId } : { readListId };
  return [
    {
      name: `Thumbnail${isCollection ? 'SeriesCollection' : 'ReadList'}${cover.removed ? 'Deleted' : 'Added'}`,
      data: { ...data, selected: cover.removed?.wasSelected ?? true },
    },
  ];
}

export const toText = (events: readonly CompatEvent[]): string =>
  events.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
