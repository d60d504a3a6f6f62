// Where readers are: marking read and unread. Pages, devices and history come with the reading features.
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { createProgressService, type ProgressService } from './service.ts';
import { createProgressStore, type ProgressStore } from './store.ts';

export type { ProgressService };
/** What scans need: counting again after books came or went. */
export type ProgressScan = Pick<ProgressStore, 'recount'>;
export { createProgressStore as createProgressScan };

export function createProgress(parts: {
  database: Database;
  catalog: Catalog;
  clock: Clock;
}): ProgressService {
  return createProgressService({ ...parts, store: createProgressStore() });
}
