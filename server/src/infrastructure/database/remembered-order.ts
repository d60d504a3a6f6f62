// The order of long lists, remembered while somebody turns their pages: the first page is asked for alone, at the
// second the whole order is taken, sixteen bytes a row.
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './dialect.ts';
import { type Ask, createAsking, toQuestion } from './remembered.ts';

export interface Window {
  limit: number;
  offset: number;
}

/** Ids of a part of what a query selects (one column, `id`) in its order. */
export type AskOrder = (
  query: RawBuilder<{ id: string }>,
  window: Window,
  isLong?: boolean,
) => Promise<readonly string[]>;

interface Order {
  writes: number;
  first: Window;
  ids: Buffer | undefined;
}

const maxBytes = 32 * 1024 * 1024;
const idBytes = 16;

export function createOrderMemory(
  database: Pick<Database, 'db' | 'writes' | 'readerThread'>,
  ask: Ask,
): AskOrder {
  const { db, writes } = database;
  const asking = createAsking(database);
  const orders = new LRUCache<string, Order>({
    maxSize: maxBytes,
    sizeCalculation: ({ ids }) => (ids?.length ?? 0) + 100,
  });
  return async (query, window, isLong) => {
    const askPart = async () => {
      const part = sql<{ id: string }>`${query} limit ${window.limit} offset ${window.offset}`;
      return (await ask(part, isLong)).map(({ id }) => id);
    };
    if (!writes) return askPart();
    const { key, since } = toQuestion({ db, writes }, query);
    const known = orders.get(key);
    const isFresh = known?.writes === since;
    if (isFresh && known.ids) return read(known.ids, window);
    if (!isFresh) orders.set(key, { writes: since, first: window, ids: undefined });
    if (!isFresh || (known.first.offset === window.offset && known.first.limit === window.limit))
      return askPart();
    const rows = await asking(query, isLong);
    const ids = write(rows.map(({ id }) => id));
    orders.set(key, { writes: since, first: known.first, ids });
    return read(ids, window);
  };
}

function write(ids: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(ids.length * idBytes);
  for (const [i, id] of ids.entries()) bytes.write(id.replaceAll('-', ''), i * idBytes, 'hex');
  return bytes;
}

function read(bytes: Buffer, { limit, offset }: Window): string[] {
  const ids: string[] = [];
  const end = Math.min(bytes.length, (offset + limit) * idBytes);
  for (let at = offset * idBytes; at < end; at += idBytes) {
    const hex = bytes.toString('hex', at, at + idBytes);
    ids.push(
      `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    );
  }
  return ids;
}
