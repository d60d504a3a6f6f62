// A cache of files with a size limit; the least recently used are removed first. Its index is in memory and read from the
// folder once, so that a restart keeps it. If the disk fails, nothing is cached and callers continue without.
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { makeFolder } from '#infrastructure/files/make-folder.ts';
import { writeWhole } from './blobs.ts';
import { listOwnedFiles, type OwnedFile } from './owned-files.ts';

interface DiskCacheStats {
  files: number;
  sizeBytes: number;
  /** Time at which the oldest file was written, in milliseconds; null if there are no files. */
  oldestMs: number | null;
}

interface Entry {
  sizeBytes: number;
  writtenMs: number;
}

interface Removed {
  files: number;
  sizeBytes: number;
}

interface Options {
  folder: string;
  /** Read at each write, because it may change. */
  maxBytes(): number;
  extension: string;
  /** A file could not be read or written. */
  onFailure?: (error: unknown) => void;
}

/** Keys consist of letters, digits, dashes, dots and one level of folders: `<bookId>/<page>-<hash>`. */
export class DiskCache {
  readonly #options: Options;
  /** Ordered by last use, the least recent first. */
  readonly #entries = new Map<string, Entry>();
  #totalBytes = 0;
  #loading: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get folder(): string {
    return this.#options.folder;
  }

  /** Returns the bytes of a key; undefined if they are not cached or cannot be read. */
  async find(key: string): Promise<Buffer | undefined> {
    await this.#load();
    const entry = this.#entries.get(key);
    try {
      const bytes = await readFile(this.#pathOf(key));
      // A file without an entry was written by another process.
      if (entry) this.#touch(key, entry);
      return bytes;
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') this.#forget(key);
      else this.#options.onFailure?.(error);
      return undefined;
    }
  }

  /** Returns the path of the bytes of a key; undefined if they are not cached. The file may be removed at any time. */
  async locate(key: string): Promise<string | undefined> {
    await this.#load();
    const path = this.#pathOf(key);
    const entry = this.#entries.get(key);
    if (entry) this.#touch(key, entry);
    // A file without an entry was written by another process.
    return entry || (await stat(path).catch(() => undefined)) ? path : undefined;
  }

  /** Caches bytes if the disk accepts them. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#load();
    try {
      makeFolder(this.folder);
      await writeWhole(this.#pathOf(key), bytes, { durable: false });
      this.#add(key, { sizeBytes: bytes.length, writtenMs: Date.now() });
      await this.trim();
    } catch (error) {
      this.#options.onFailure?.(error);
    }
  }

  /** Removes all files whose key starts with `prefix`. */
  removePrefix(prefix: string): Promise<Removed> {
    return this.#removeIf((key) => key.startsWith(prefix));
  }

  /** Removes files written before a time. */
  removeOlderThan(ms: number): Promise<Removed> {
    return this.#removeIf((_key, { writtenMs }) => writtenMs < ms);
  }

  /** Lists all files by the folder in their key, including those of other processes. */
  list(): AsyncIterable<OwnedFile> {
    return listOwnedFiles(this.folder, (path) => path.split('/')[0] ?? '');
  }

  async keys(): Promise<string[]> {
    await this.#load();
    return [...this.#entries.keys()];
  }

  async stats(): Promise<DiskCacheStats> {
    await this.#load();
    let oldestMs: number | null = null;
    for (const { writtenMs } of this.#entries.values()) oldestMs = Math.min(oldestMs ?? writtenMs, writtenMs);
    return { files: this.#entries.size, sizeBytes: this.#totalBytes, oldestMs };
  }

  /** Removes the least recently used files beyond the limit. */
  async trim(): Promise<void> {
    await this.#load();
    const surplus: string[] = [];
    let size = this.#totalBytes;
    for (const [key, entry] of this.#entries) {
      if (size <= this.#options.maxBytes()) break;
      surplus.push(key);
      size -= entry.sizeBytes;
    }
    await this.#remove(surplus);
  }

  #pathOf(key: string): string {
    return join(this.folder, key + this.#options.extension);
  }

  #load(): Promise<void> {
    this.#loading ??= this.#readFolder();
    return this.#loading;
  }

  async #readFolder(): Promise<void> {
    const { folder, extension } = this.#options;
    const found: [string, Entry, number][] = [];
    const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const item of names) {
      const path = join(item.parentPath, item.name);
      if (!item.isFile()) continue;
      if (!item.name.endsWith(extension)) {
        // Left behind by a write that a crash interrupted.
        if (item.name.endsWith('.tmp')) await rm(path, { force: true }).catch(() => {});
        continue;
      }
      const facts = await stat(path).catch(() => undefined);
      const key = path.slice(folder.length + 1, -extension.length).replaceAll('\\', '/');
      if (facts) found.push([key, { sizeBytes: facts.size, writtenMs: facts.mtimeMs }, facts.atimeMs]);
    }
    for (const [key, entry] of found.sort((a, b) => a[2] - b[2])) this.#add(key, entry);
  }

  #add(key: string, entry: Entry): void {
    this.#forget(key);
    this.#entries.set(key, entry);
    this.#totalBytes += entry.sizeBytes;
  }

  #forget(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry && this.#entries.delete(key)) this.#totalBytes -= entry.sizeBytes;
    return entry;
  }

  #touch(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    // In the background: preserves the order of use across restarts.
    utimes(this.#pathOf(key), Date.now() / 1000, entry.writtenMs / 1000).catch(() => {});
  }

  async #removeIf(isWanted: (key: string, entry: Entry) => boolean): Promise<Removed> {
    await this.#load();
    return this.#remove([...this.#entries].filter((one) => isWanted(...one)).map(([key]) => key));
  }

  async #remove(keys: readonly string[]): Promise<Removed> {
    const removed = { files: 0, sizeBytes: 0 };
    for (const key of keys) {
      const entry = this.#forget(key);
      if (!entry) continue;
      await rm(this.#pathOf(key), { force: true });
      removed.files++;
      removed.sizeBytes += entry.sizeBytes;
    }
    return removed;
  }
}
