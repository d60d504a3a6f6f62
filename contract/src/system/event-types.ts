// Types of server-sent events. Has no imports, so that the web client can load it without the schemas.

export const eventTypes = [
  'book_created',
  'book_updated',
  'book_deleted',
  'series_created',
  'series_updated',
  'series_deleted',
  'library_created',
  'library_updated',
  'library_deleted',
  'cover_updated',
  'collection_created',
  'collection_updated',
  'collection_deleted',
  'readlist_created',
  'readlist_updated',
  'readlist_deleted',
  'progress_updated',
  'progress_deleted',
  'annotations_updated',
  'releases_updated',
  'task_progress',
  'scan_progress',
  'storage_updated',
  'resync',
] as const;
export type EventType = (typeof eventTypes)[number];
