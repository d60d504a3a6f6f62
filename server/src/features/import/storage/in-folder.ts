// Stores import files on disk: one folder per import, accessible only by the server's account.

import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { isId, newId } from '#infrastructure/ids.ts';
import type { ImportStorage, PartName } from './storage.ts';

const unfinished = '.part';

const nothing = (error: unknown): undefined => {
  if (systemCodeOf(error) === 'ENOENT') return undefined;
  throw error;
};

export function keepInFolder(folder: string): ImportStorage {
  const pathOf = (id: string, name: PartName) => join(folder, id, name);
  return {
    list: async () => (await readdir(folder).catch(() => [])).filter(isId),
    has: async (id, name) => (await stat(pathOf(id, name)).catch(nothing)) !== undefined,
    read: (id, name) => readFile(pathOf(id, name)).catch(nothing),

    async open(id, name) {
      return (await this.has(id, name))
        ? createReadStream(pathOf(id, name), { highWaterMark: 1024 ** 2 })
        : undefined;
    },

    async copyTo(id, name, file) {
      const path = pathOf(id, name);
      if ((await stat(path).catch(nothing)) === undefined) return false;
      // Some file systems do not support hard links.
      await link(path, file).catch(() => copyFile(path, file));
      return true;
    },

    async write(id, name, bytes) {
      await mkdir(join(folder, id), { recursive: true, mode: 0o700 });
      const path = join(folder, id, `${newId()}${unfinished}`);
      const source = bytes instanceof Readable ? bytes : Readable.from([bytes]);
      try {
        await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(path, pathOf(id, name));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    async remove(id, names) {
      if (!names) return rm(join(folder, id), { recursive: true, force: true });
      for (const name of names) await rm(pathOf(id, name), { force: true });
    },

    async cleanUp(beforeMs) {
      for (const id of await this.list())
        for (const name of await readdir(join(folder, id)).catch(() => [])) {
          const path = join(folder, id, name);
          const found = name.endsWith(unfinished) ? await stat(path).catch(nothing) : undefined;
          if (found && found.mtimeMs < beforeMs) await rm(path, { force: true });
        }
    },
  };
}
