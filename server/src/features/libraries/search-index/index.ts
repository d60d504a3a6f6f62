// What lists and searches look up: terms (genres, tags, authors, …) and search documents of books and series, written
// in the transaction of the change.
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import { createIndexing as create, type Indexing } from './service.ts';
import { createIndexingStore } from './store.ts';

export { type CatchUp, defineCatchUp } from './catch-up.ts';
export { listVersion } from './service.ts';
export type { Indexing };

export function createIndexing({ dialect }: { dialect: DatabaseDialect }): Indexing {
  return create({ store: createIndexingStore(dialect) });
}
