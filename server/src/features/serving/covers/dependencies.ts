// Dependencies of the cover service.
import type { LRUCache } from 'lru-cache';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { SeriesCovers } from '#features/libraries/series/index.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { StorageWatch } from '#infrastructure/storage.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { CoverChoices } from '../cover-choices/index.ts';
import type { Conversions, EntryReader, PageService } from '../pages/index.ts';
import type { ThumbnailDependencies } from '../thumbnails/index.ts';

export interface CoverDependencies extends ThumbnailDependencies {
  metadata: BookMetadataService;
  series: SeriesCovers;
  pages: PageService;
  entries: EntryReader;
  conversions: Conversions;
  /** Designed covers by ETag. */
  designed: LRUCache<string, Uint8Array>;
  choices: CoverChoices;
  storage: Pick<StorageWatch, 'note'>;
  queue: TaskQueue;
  events: EventBus;
}
