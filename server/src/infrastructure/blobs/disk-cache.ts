// A cache of files with a size limit: what was not read for longest goes first. What it holds is known in memory
// and read off the folder once, so that a restart keeps it. A disk that fails costs what is kept, not what is asked for.
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './blobs.ts';
import { type KeptFile, listKeptFiles } from './kept-files.ts';

interface DiskCacheStats {
  files: number;
  sizeBytes: number;
  /** Time of writing of the oldest file in milliseconds, null when there is none. */
  oldestMs: number | null;
}

export interface DiskCache {
  readonly folder: string;
  /** The bytes of a key; undefined when they are not there or the disk does not give them. */
  find(key: string): Promise<Buffer | undefined>;
  /** Keeps bytes, where the disk takes them. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Removes every file whose key begins so; returns how many and how large. */
  removePrefix(prefix: string): Promise<{ files: number; sizeBytes: number }>;
  /** Removes files written before a moment. */
  removeOlderThan(ms: number): Promise<{ files: number; sizeBytes: number }>;
  /** Every file that is there, by the folder in its key; also those that other processes wrote. */
  list(): AsyncIterable<KeptFile>;
  /** Keys that are there. */
  keys(): Promise<string[]>;
  stats(): Promise<DiskCacheStats>;
  /** Lets go of what is too much since the limit was lowered. */
  trim(): Promise<void>;
}

interface Entry {
  sizeBytes: number;
  writtenMs: number;
}

interface Options {
  folder: string;
  /** Asked at each writing: it may change. */
  maxBytes(): number;
  extension: string;
  /** The disk did not give or take a file. */
  onFailure?: (error: unknown) => void;
}

/** Keys are our own words of letters, digits, dashes, dots and one level of folders: `<bookId>/<page>-<hash>`. */
export function createDiskCache({ folder, maxBytes, extension, onFailure = () => {} }: Options): DiskCache {
  /** In order of the last use, the least recent first. */
  const entries = new Map<string, Entry>();
  let total = 0;
  let loading: Promise<void> | undefined;
  const pathOf = (key: string) => join(folder, key + extension);
  const loaded = () => (loading ??= load());

  async function load(): Promise<void> {
    const found: [string, Entry, number][] = [];
    const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const item of names) {
      const path = join(item.parentPath, item.name);
      if (!item.isFile()) continue;
      if (!item.name.endsWith(extension)) {
        // Left behind by a write that a crash cut off.
        if (item.name.endsWith('.tmp')) await rm(path, { force: true }).catch(() => {});
        continue;
      }
      const facts = await stat(path).catch(() => undefined);
      const key = path.slice(folder.length + 1, -extension.length).replaceAll('\\', '/');
      if (facts) found.push([key, { sizeBytes: facts.size, writtenMs: facts.mtimeMs }, facts.atimeMs]);
    }
    for (const [key, entry] of found.sort((a, b) => a[2] - b[2])) add(key, entry);
  }

  function add(key: string, entry: Entry): void {
    forget(key);
    entries.set(key, entry);
    total += entry.sizeBytes;
  }

  function forget(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry && entries.delete(key)) total -= entry.sizeBytes;
    return entry;
  }

  function touch(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    // Survives a restart as the order of use; nobody waits for it.
    utimes(pathOf(key), Date.now() / 1000, entry.writtenMs / 1000).catch(() => {});
  }

  async function remove(keys: readonly string[]): Promise<{ files: number; sizeBytes: number }> {
    let sizeBytes = 0;
    let files = 0;
    for (const key of keys) {
      const entry = forget(key);
      if (!entry) continue;
      await rm(pathOf(key), { force: true });
      files++;
      sizeBytes += entry.sizeBytes;
    }
    return { files, sizeBytes };
  }

  async function freeUp(): Promise<void> {
    const surplus: string[] = [];
    let size = total;
    for (const [key, entry] of entries) {
      if (size <= maxBytes()) break;
      surplus.push(key);
      size -= entry.sizeBytes;
    }
    await remove(surplus);
  }

  return {
    folder,
    async find(key) {
      await loaded();
      const entry = entries.get(key);
      try {
        const bytes = await readFile(pathOf(key));
        // Another process may have written it.
        if (entry) touch(key, entry);
        return bytes;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') forget(key);
        else onFailure(error);
        return undefined;
      }
    },
    async put(key, bytes) {
      await loaded();
      try {
        await mkdir(folder, { recursive: true });
        await writeWhole(pathOf(key), bytes, { durable: false });
        add(key, { sizeBytes: bytes.length, writtenMs: Date.now() });
        await freeUp();
      } catch (error) {
        onFailure(error);
      }
    },
    async removePrefix(prefix) {
      await loaded();
      return remove([...entries.keys()].filter((key) => key.startsWith(prefix)));
    },
    async removeOlderThan(ms) {
      await loaded();
      return remove([...entries].filter(([, entry]) => entry.writtenMs < ms).map(([key]) => key));
    },
    list: () => listKeptFiles(folder, (path) => path.split('/')[0] ?? ''),
    async keys() {
      await loaded();
      return [...entries.keys()];
    },
    async stats() {
      await loaded();
      let oldestMs: number | null = null;
      for (const { writtenMs } of entries.values()) oldestMs = Math.min(oldestMs ?? writtenMs, writtenMs);
      return { files: entries.size, sizeBytes: total, oldestMs };
    },
    async trim() {
      await loaded();
      await freeUp();
    },
  };
}
