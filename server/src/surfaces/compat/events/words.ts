// Our events in the words of the compatibility API (compat-clients facts). Pure.
import type { NumberedEvent } from '#features/system/events/index.ts';

export interface Word {
  /** `BookAdded` and the like. */
  name: string;
  data: Readonly<Record<string, unknown>>;
}

const changes = { created: 'Added', updated: 'Changed', deleted: 'Deleted' } as const;

/** What clients of the other server know of this event; nothing for what has no word there. */
export function toWords(event: NumberedEvent): Word[] {
  const { type, payload, audience } = event;
  const [, noun = '', kind = ''] = /^(book|series|library|collection|readlist)_(\w+)$/.exec(type) ?? [];
  const change = changes[kind as keyof typeof changes];
  if (change) return [toChange(noun, change, payload)];
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

function toChange(noun: string, change: string, payload: NumberedEvent['payload']): Word {
  const { bookId, seriesId, libraryId, collectionId, readListId } = payload;
  switch (noun) {
    case 'book':
      return { name: `Book${change}`, data: { bookId, seriesId: seriesId ?? '', libraryId } };
    case 'series':
      return { name: `Series${change}`, data: { seriesId, libraryId } };
    case 'library':
      return { name: `Library${change}`, data: { libraryId } };
    // The members are looked up for each listener.
    case 'collection':
      return { name: `Collection${change}`, data: { collectionId, seriesIds: [] } };
    default:
      return { name: `ReadList${change}`, data: { readListId, bookIds: [] } };
  }
}

/** Where the shown one was deleted another is shown. */
function toCovers({ payload: { entityType, entityId }, audience, removedCover }: NumberedEvent): Word[] {
  const isBook = entityType === 'book';
  const seriesId = audience.kind === 'series' ? audience.seriesId : '';
  const which = isBook ? { bookId: entityId, seriesId } : { seriesId: entityId };
  const toWord = (change: 'Added' | 'Deleted', selected: boolean): Word => ({
    name: `Thumbnail${isBook ? 'Book' : 'Series'}${change}`,
    data: { ...which, selected },
  });
  if (!removedCover) return [toWord('Added', true)];
  const { wasSelected } = removedCover;
  return [toWord('Deleted', wasSelected), ...(wasSelected ? [toWord('Added', true)] : [])];
}

export const toText = (words: readonly Word[]): string =>
  words.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
