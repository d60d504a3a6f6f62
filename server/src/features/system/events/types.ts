// The event types of the contract.
import type { EventType } from '@lectern/contract/system/event-types';
import type { ChangeKind } from '#catalog/changes.ts';

type Names = Record<ChangeKind, EventType>;

export const publicChangeTypes = {
  book: { created: 'book_created', updated: 'book_updated', deleted: 'book_deleted' },
  series: { created: 'series_created', updated: 'series_updated', deleted: 'series_deleted' },
  library: { created: 'library_created', updated: 'library_updated', deleted: 'library_deleted' },
  collection: { created: 'collection_created', updated: 'collection_updated', deleted: 'collection_deleted' },
  readList: { created: 'readlist_created', updated: 'readlist_updated', deleted: 'readlist_deleted' },
} as const satisfies Record<string, Names>;
