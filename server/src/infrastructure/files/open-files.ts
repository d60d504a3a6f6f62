// A cache of open files, because opening a file takes longer than reading a page. A replaced file is detected by the
// next request and opened again; requests that read the old one finish with it. Each use checks afterwards whether the
// file was overwritten in place.
import { close, fstat, open, read, type Stats, stat } from 'node:fs';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { shareNext } from './share-next.ts';
import { isUntouched, msUntilVisible, toFileVersion } from './versions.ts';

const opened = promisify(open);
const closed = promisify(close);
const fstats = promisify(fstat);
const stats = promisify(stat);

export interface OpenFile {
  sizeBytes: number;
  modifiedUs: number;
  /** Changes when the bytes may have changed (versions.ts). */
  version: string;
  /** Whether a write after opening would change the file's times. False for a file that was written very recently. */
  isAtRest: boolean;
  /** Returns whether the file was not written since it was opened. Otherwise, the next use opens it again. */
  isUntouched(): Promise<boolean>;
  /** The bytes at an offset; fewer at the end. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Reads into a buffer; resolves with the number of bytes. */
  readInto(bytes: Buffer, offset: number): Promise<number>;
}

interface Held extends OpenFile {
  fd: number;
  identity: string;
  /** Returns the attributes of the file that currently has the path. */
  statPath(): Promise<Stats>;
  users: number;
  isDropped: boolean;
}

const identityOf = (facts: Stats): string => `${facts.dev}:${facts.ino}:${toFileVersion(facts)}`;

export class OpenFiles {
  readonly #held: LRUCache<string, Held, unknown>;
  readonly #opening = new Map<string, Promise<Held>>();

  constructor(max = 256) {
    this.#held = new LRUCache<string, Held>({ max, dispose: drop });
  }

  /**
   * Runs `work` with the file that currently has this path. With `version`, which the caller has just read, a cached
   * file of that version is used without another stat. File system errors are rethrown.
   */
  async use<T>(path: string | Buffer, work: (file: OpenFile) => Promise<T>, version?: string): Promise<T> {
    const key = typeof path === 'string' ? path : path.toString('latin1');
    let file = await this.#hold(path, key, version);
    // Dropped meanwhile by another request.
    while (file.isDropped) file = await this.#hold(path, key);
    file.users++;
    try {
      return await work(file);
    } finally {
      file.users--;
      closeIfUnused(file);
    }
  }

  closeAll(): void {
    this.#held.clear();
  }

  async #hold(path: string | Buffer, key: string, version?: string): Promise<Held> {
    const known = this.#held.get(key);
    if (known && version !== undefined && known.version === version) return known;
    if (known) {
      const facts = await known.statPath().catch((error: unknown) => {
        this.#held.delete(key);
        throw error;
      });
      if (identityOf(facts) === known.identity && known.isAtRest && !known.isDropped) return known;
      this.#held.delete(key);
    }
    const other = this.#opening.get(key);
    if (other) {
      // The cached file may have been opened before the file was replaced.
      await other.catch(() => {});
      return this.#hold(path, key, version);
    }
    const mine = openFile(path).finally(() => this.#opening.delete(key));
    this.#opening.set(key, mine);
    const file = await mine;
    this.#held.set(key, file);
    return file;
  }
}

function drop(file: Held): void {
  file.isDropped = true;
  closeIfUnused(file);
}

function closeIfUnused(file: Held): void {
  if (file.isDropped && file.users === 0) closed(file.fd).catch(() => {});
}

async function openFile(path: string | Buffer): Promise<Held> {
  const fd = await opened(path, 'r');
  try {
    const facts = await fstats(fd);
    const statOpen = shareNext(() => fstats(fd));
    return {
      fd,
      identity: identityOf(facts),
      statPath: shareNext(() => stats(path)),
      users: 0,
      isDropped: false,
      sizeBytes: facts.size,
      modifiedUs: Math.round(facts.mtimeMs * 1000),
      version: toFileVersion(facts),
      isAtRest: msUntilVisible(facts, Date.now()) === 0,
      isUntouched: async () => isUntouched(facts, await statOpen()),
      async read(offset, length) {
        const bytes = Buffer.allocUnsafeSlow(length);
        const count = await readAll(fd, bytes, offset);
        return count === length ? bytes : bytes.subarray(0, count);
      },
      readInto: (bytes, offset) => readAll(fd, bytes, offset),
    };
  } catch (error) {
    await closed(fd);
    throw error;
  }
}

function readAll(fd: number, bytes: Buffer, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const next = (done: number) => {
      read(fd, bytes, done, bytes.length - done, offset + done, (error, count) => {
        if (error) reject(error);
        else if (count === 0 || done + count === bytes.length) resolve(done + count);
        else next(done + count);
      });
    };
    if (bytes.length === 0) resolve(0);
    else next(0);
  });
}
