// Pages that only a worker can unpack: one entry at a time, or all of a solid archive in one pass into the bounded cache,
// from which the next pages are read.

import type { StoredEntry } from '@lectern/formats/content';
import type { BookFile } from '#catalog/files.ts';
import type { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { broken } from './entry-bytes.ts';
import type { EntryJob, UnpackedEntry, UnpackJob } from './jobs.ts';
import type { PageMap } from './page-maps.ts';

interface Dependencies {
  pool(): WorkerPool;
  cache: DiskCache;
}

export interface UnpackedPages {
  /** Throws page_extraction_failed. */
  read(book: BookFile, map: PageMap, entry: StoredEntry): Promise<Uint8Array>;
}

/** The entries of a pass by their position in the archive, each resolved when it arrives. */
type Arrivals = ReadonlyMap<number, Promise<UnpackedEntry>>;

const timeoutMs = 60_000;

export function createUnpackedPages({ pool, cache }: Dependencies): UnpackedPages {
  /** Archives that are being unpacked. */
  const unpacking = new Map<string, Arrivals>();

  async function readOne(
    book: BookFile,
    { version, volumes }: PageMap,
    entry: StoredEntry,
  ): Promise<Uint8Array> {
    const { root, relativePath } = book;
    const input: EntryJob = { root, relativePath, version, entry, ...(volumes && { volumes }) };
    const bytes = await pool()
      .run({ name: 'pages.entry', input, timeoutMs, urgency: 2, roots: [root] })
      .catch(toBroken(entry));
    return bytes as Uint8Array;
  }

  /** Unpacks a whole solid archive; each page is available as soon as it is unpacked. */
  function unpackAll(book: BookFile, map: PageMap): Arrivals {
    const indexes = [...map.pages, ...map.resources].map(({ index }) => index);
    const waiting = new Map(indexes.map((index) => [index, Promise.withResolvers<UnpackedEntry>()]));
    for (const { promise } of waiting.values()) promise.catch(() => {});
    const end = (error: unknown) => {
      for (const { reject } of waiting.values()) reject(error);
    };
    const { root, relativePath } = book;
    const { version, volumes } = map;
    const input: UnpackJob = { root, relativePath, version, indexes, ...(volumes && { volumes }) };
    const onPartial = (value: unknown) => {
      const entry = value as UnpackedEntry;
      waiting.get(entry.index)?.resolve(entry);
      if ('bytes' in entry) void cache.put(keyOf(book, map, entry.index), entry.bytes);
    };
    pool()
      .run({ name: 'pages.unpack', input, timeoutMs, urgency: 2, roots: [book.root], onPartial })
      .then(() => end(new Error('The entry did not come')), end)
      .finally(() => unpacking.delete(nameOf(book, map)));
    return new Map([...waiting].map(([index, { promise }]) => [index, promise]));
  }

  async function readFromSolid(book: BookFile, map: PageMap, entry: StoredEntry): Promise<Uint8Array> {
    const cached = await cache.find(keyOf(book, map, entry.index));
    if (cached) return cached;
    const arrivals = unpacking.get(nameOf(book, map)) ?? unpackAll(book, map);
    unpacking.set(nameOf(book, map), arrivals);
    const arrived = await arrivals.get(entry.index)?.catch(toBroken(entry));
    if (!arrived) throw broken(entry, 'is not in the archive', 'damaged');
    if ('bytes' in arrived) return arrived.bytes;
    throw broken(entry, `cannot be unpacked: ${arrived.message}`, arrived.reason ?? 'damaged');
  }

  return {
    read: (book, map, entry) => (map.isSolid ? readFromSolid(book, map, entry) : readOne(book, map, entry)),
  };
}

const nameOf = (book: BookFile, map: PageMap): string => `${book.id}/entry-${map.version}`;
const keyOf = (book: BookFile, map: PageMap, index: number): string => `${nameOf(book, map)}-${index}`;

const toBroken =
  (entry: StoredEntry) =>
  (error: unknown): never => {
    const failure = toReadFailure(error);
    throw failure
      ? broken(entry, `cannot be unpacked: ${failure.message}`, failure.reason ?? 'damaged', error)
      : toFault(error);
  };
