// Pages that only a worker process can unpack: single entries, or a solid archive in one pass into the bounded cache,
// which then serves the next pages.

import type { StoredEntry } from '@lectern/formats/content';
import type { BookFile } from '#catalog/books/files.ts';
import type { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { broken } from './entry-bytes.ts';
import type { EntryJob, UnpackedEntry, UnpackJob } from './jobs.ts';
import type { PageMap } from './page-maps.ts';

interface Dependencies {
  pool(): Pick<WorkerPool, 'run'>;
  cache: DiskCache;
  /** Maximum bytes per pass: a fraction of the cache, so the first pages are not evicted before they are read. */
  maxPassBytes(): number;
}

/** A solid archive that is being unpacked. Holds bytes only for waiting requests. */
interface Pass {
  name: string;
  /** Expected entries, by index in the archive. */
  indexes: ReadonlySet<number>;
  /** Entries that requests wait for, or that could not be unpacked. */
  arrivals: Map<number, PromiseWithResolvers<UnpackedEntry>>;
  /** Pending cache writes of unpacked entries. */
  caching: Map<number, Promise<void>>;
}

const timeoutMs = 60_000;
/**
 * Entries before the first one of a pass are unpacked without progress messages, at this minimum rate in bytes per
 * second.
 */
const leastRate = 5_000_000;

export class UnpackedPages {
  readonly #deps: Dependencies;
  readonly #passes = new Set<Pass>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Throws `page_extraction_failed`. */
  read(book: BookFile, map: PageMap, entry: StoredEntry): Promise<Uint8Array> {
    return map.isSolid ? this.#readFromSolid(book, map, entry) : this.#readOne(book, map, entry);
  }

  async #readOne(book: BookFile, map: PageMap, entry: StoredEntry): Promise<Uint8Array> {
    const { root, relativePath } = book;
    const { version, volumes } = map;
    const input: EntryJob = { root, relativePath, version, entry, ...(volumes && { volumes }) };
    const bytes = await this.#deps
      .pool()
      .run({
        name: 'pages.entry',
        input,
        urgency: 2,
        roots: [root],
        timeoutMs: timeoutMs + (map.isSolid ? toSilentMs(map, entry) : 0),
      })
      .catch(toBroken(entry));
    return bytes as Uint8Array;
  }

  /**
   * Unpacks the archive, or the part of it that fits into a pass, starting at this entry. Each page is available as
   * soon as it is unpacked.
   */
  #start(book: BookFile, map: PageMap, first: StoredEntry): Pass {
    const taken = listEntriesOfPass(map, first, this.#deps.maxPassBytes());
    const indexes = taken.map(({ index }) => index);
    const pass: Pass = {
      name: nameOf(book, map),
      indexes: new Set(indexes),
      arrivals: new Map(),
      caching: new Map(),
    };
    const { root, relativePath } = book;
    const { version, volumes } = map;
    const input: UnpackJob = { root, relativePath, version, indexes, ...(volumes && { volumes }) };
    const onPartial = (value: unknown) => {
      const entry = value as UnpackedEntry;
      if ('bytes' in entry) {
        pass.caching.set(entry.index, this.#deps.cache.put(keyOf(book, map, entry.index), entry.bytes));
        pass.arrivals.get(entry.index)?.resolve(entry);
        pass.arrivals.delete(entry.index);
      } else arrivalOf(pass, entry.index).resolve(entry);
    };
    const end = async (error: unknown) => {
      await Promise.all(pass.caching.values());
      this.#passes.delete(pass);
      for (const { reject } of pass.arrivals.values()) reject(error);
    };
    this.#passes.add(pass);
    this.#deps
      .pool()
      .run({
        name: 'pages.unpack',
        input,
        urgency: 2,
        roots: [book.root],
        onPartial,
        timeoutMs: timeoutMs + toSilentMs(map, taken[0] ?? first),
      })
      .then(() => end(new Error('The worker process did not return the entry')), end);
    return pass;
  }

  async #readFromSolid(book: BookFile, map: PageMap, entry: StoredEntry): Promise<Uint8Array> {
    const key = keyOf(book, map, entry.index);
    const cached = await this.#deps.cache.find(key);
    if (cached) return cached;
    const name = nameOf(book, map);
    const under = [...this.#passes].find((pass) => pass.name === name && pass.indexes.has(entry.index));
    const pass = under ?? this.#start(book, map, entry);
    const caching = pass.caching.get(entry.index);
    if (caching) {
      await caching;
      // The entry is missing if the disk is full or it was already evicted.
      return (await this.#deps.cache.find(key)) ?? this.#readOne(book, map, entry);
    }
    const arrived = await arrivalOf(pass, entry.index).promise.catch(toBroken(entry));
    if ('bytes' in arrived) return arrived.bytes;
    throw broken(entry, `cannot be unpacked: ${arrived.message}`, arrived.reason ?? 'damaged');
  }
}

function arrivalOf({ arrivals }: Pass, index: number): PromiseWithResolvers<UnpackedEntry> {
  const known = arrivals.get(index);
  if (known) return known;
  const arrival = Promise.withResolvers<UnpackedEntry>();
  arrival.promise.catch(() => {});
  arrivals.set(index, arrival);
  return arrival;
}

/** All entries in archive order if they fit; otherwise those from `first` on up to `maxBytes`, but at least `first`. */
function listEntriesOfPass(
  { pages, resources }: PageMap,
  first: StoredEntry,
  maxBytes: number,
): StoredEntry[] {
  const entries = [...pages, ...resources].toSorted((a, b) => a.index - b.index);
  if (sumBytes(entries) <= maxBytes) return entries;
  let left = maxBytes;
  return entries.filter(({ index, sizeBytes }) => {
    if (index < first.index) return false;
    left -= sizeBytes;
    return index === first.index || left >= 0;
  });
}

const sumBytes = (entries: readonly StoredEntry[]): number =>
  entries.reduce((total, { sizeBytes }) => total + sizeBytes, 0);

/** Maximum time in milliseconds for unpacking the entries before this one. */
const toSilentMs = ({ pages }: PageMap, { index }: StoredEntry): number =>
  (sumBytes(pages.filter((page) => page.index < index)) / leastRate) * 1_000;

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
