// The backups in the folder `backups` of the data folder. A file gets its name when it is complete.
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredBackup } from '@lectern/contract/backup';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { newId } from '#infrastructure/ids.ts';

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.(zip|db)$/;

export type StoredBackups = ReturnType<typeof createStoredBackups>;

/** `2026-11-21T10-20-30-123` */
export const toMoment = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 23).replace(/[:.]/g, '-');

export function createStoredBackups(dataDir: string, clock: Clock) {
  const folder = join(dataDir, 'backups');
  const pathOf = (name: string) => join(folder, name);

  async function find(name: string): Promise<StoredBackup | undefined> {
    const facts = pattern.test(name) ? await stat(pathOf(name)).catch(() => undefined) : undefined;
    if (!facts?.isFile()) return undefined;
    return { name, kind: toKind(name), sizeBytes: facts.size, madeAt: toTime(Math.floor(facts.mtimeMs)) };
  }

  async function get(name: string): Promise<StoredBackup> {
    const found = await find(name);
    if (!found) throw notFound('backup');
    return found;
  }

  return {
    pathOf,
    get,

    /** Newest first. */
    async list(): Promise<StoredBackup[]> {
      const names = await readdir(folder).catch(() => []);
      const found = (await Promise.all(names.map(find))).filter((one) => one !== undefined);
      return found.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt) || a.name.localeCompare(b.name));
    },

    /** Stores a stream under a name with this prefix, after `check` has accepted the whole file. */
    async keep(kind: 'lectern' | 'uploaded', bytes: Readable, check = async (_path: string) => '.zip') {
      await mkdir(folder, { recursive: true });
      const unfinished = pathOf(`${newId()}.part`);
      try {
        await pipeline(bytes, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        const name = `${kind}-${toMoment(clock())}${await check(unfinished)}`;
        await rename(unfinished, pathOf(name));
        return await get(name);
      } catch (error) {
        bytes.destroy();
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    async remove(name: string): Promise<void> {
      await get(name);
      await rm(pathOf(name));
    },

    async send(name: string): Promise<BytesAnswer> {
      const { sizeBytes, madeAt } = await get(name);
      return bytesAnswer({
        mediaType: name.endsWith('.zip') ? 'application/zip' : 'application/vnd.sqlite3',
        sizeBytes,
        etag: `${sizeBytes.toString(36)}-${Date.parse(madeAt).toString(36)}`,
        cacheControl: 'no-store',
        acceptsRanges: true,
        headers: { 'Content-Disposition': toContentDisposition(name) },
        body: async (part) => (await open(pathOf(name), 'r')).createReadStream({ ...part }),
      });
    },
  };
}

function toKind(name: string): StoredBackup['kind'] {
  if (name.startsWith('before-migration-')) return 'before_migration';
  return name.startsWith('uploaded-') ? 'uploaded' : 'backup';
}
