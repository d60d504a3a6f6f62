// The backups in the folder `backups` of the data folder, and in the folder of scheduled backups if it is different. A
// file receives its name when it is complete.
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredBackup } from '@lectern/contract/system/backup';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import { notFound } from '#infrastructure/errors.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { newId } from '#infrastructure/ids.ts';

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.(zip|db)$/;

export type StoredBackups = ReturnType<typeof createStoredBackups>;

/** `2026-11-21T10-20-30-123` */
export const toMoment = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 23).replace(/[:.]/g, '-');

interface Folders {
  dataDir: string;
  /** Folder of scheduled backups, if it is different. */
  scheduledDir: string | undefined;
}

/** A name with its location. */
type Located = StoredBackup & { path: string };

export function createStoredBackups({ dataDir, scheduledDir }: Folders, clock: Clock) {
  const own = join(dataDir, 'backups');

  async function findIn(folder: string, name: string): Promise<Located | undefined> {
    const isOurs = pattern.test(name) && (folder === own || name.startsWith('lectern-'));
    const path = join(folder, name);
    const facts = isOurs ? await stat(path).catch(() => undefined) : undefined;
    if (!facts?.isFile()) return undefined;
    const madeAt = toTime(Math.floor(facts.mtimeMs));
    return { path, name, kind: toKind(name), sizeBytes: facts.size, madeAt };
  }

  /** The folder of scheduled backups may also contain other files. */
  const findAny = async (name: string): Promise<Located | undefined> =>
    (await findIn(own, name)) ?? (scheduledDir === undefined ? undefined : findIn(scheduledDir, name));

  async function locate(name: string): Promise<Located> {
    const found = await findAny(name);
    if (!found) throw notFound('backup');
    return found;
  }

  return {
    pathOf: async (name: string): Promise<string> => (await locate(name)).path,

    get: async (name: string): Promise<StoredBackup> => toPublic(await locate(name)),

    /** Newest first. */
    async list(): Promise<StoredBackup[]> {
      const folders = [own, ...(scheduledDir === undefined ? [] : [scheduledDir])];
      const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
      const found = await Promise.all([...new Set(names.flat())].map(findAny));
      return found
        .filter((one) => one !== undefined)
        .map(toPublic)
        .toSorted((a, b) => b.madeAt.localeCompare(a.madeAt) || a.name.localeCompare(b.name));
    },

    /** Stores a stream under a name with this prefix, after `check` has accepted the whole file. */
    async keep(
      prefix: 'lectern' | 'uploaded' | 'lectern-scheduled',
      bytes: Readable,
      check = async (_path: string) => '.zip',
    ): Promise<StoredBackup> {
      const folder = (prefix === 'lectern-scheduled' ? scheduledDir : undefined) ?? own;
      const unfinished = join(folder, `${newId()}.part`);
      try {
        await mkdir(own, { recursive: true });
        await pipeline(bytes, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        const name = `${prefix}-${toMoment(clock())}${await check(unfinished)}`;
        await rename(unfinished, join(folder, name));
        return toPublic(await locate(name));
      } catch (error) {
        bytes.destroy();
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    remove: async (name: string): Promise<void> => rm((await locate(name)).path),

    async send(name: string): Promise<BytesAnswer> {
      const { path, sizeBytes, madeAt } = await locate(name);
      return bytesAnswer({
        mediaType: name.endsWith('.zip') ? 'application/zip' : 'application/vnd.sqlite3',
        sizeBytes,
        etag: `${sizeBytes.toString(36)}-${Date.parse(madeAt).toString(36)}`,
        cacheControl: 'no-store',
        acceptsRanges: true,
        headers: { 'Content-Disposition': toContentDisposition(name) },
        body: async (part) => (await open(path, 'r')).createReadStream({ ...part }),
      });
    },
  };
}

const toPublic = ({ path: _, ...backup }: Located): StoredBackup => backup;

function toKind(name: string): StoredBackup['kind'] {
  if (name.startsWith('lectern-scheduled-')) return 'scheduled';
  if (name.startsWith('before-migration-')) return 'before_migration';
  return name.startsWith('uploaded-') ? 'uploaded' : 'backup';
}
