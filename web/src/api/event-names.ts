// Every event type as a value. Importing the contract's list would bundle its schemas.

import { keysOf } from '@lectern/contract/records';
import type { EventType } from '@lectern/contract/system/event-types';

const all: Record<EventType, true> = {
  book_created: true,
  book_updated: true,
  book_deleted: true,
  series_created: true,
  series_updated: true,
  series_deleted: true,
  library_created: true,
  library_updated: true,
  library_deleted: true,
  cover_updated: true,
  collection_created: true,
  collection_updated: true,
  collection_deleted: true,
  readlist_created: true,
  readlist_updated: true,
  readlist_deleted: true,
  progress_updated: true,
  progress_deleted: true,
  annotations_updated: true,
  releases_updated: true,
  task_progress: true,
  scan_progress: true,
  storage_updated: true,
  resync: true,
};

export const eventNames = keysOf(all);
