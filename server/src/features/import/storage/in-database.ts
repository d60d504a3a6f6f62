// Stores import files in the database, in parts of 1 MiB.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ImportStorage } from './storage.ts';
import * as store from './store.ts';

const partBytes = 1024 ** 2;

export function keepInDatabase(
  database: Pick<Database, 'db' | 'dialect' | 'transaction'>,
  clock: Clock,
): ImportStorage {
  const { db } = database;

  async function* readParts(importId: string, name: string): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; position++) {
      const bytes = await store.findPart(db, { importId, name, position });
      if (bytes === undefined) return;
      yield bytes;
    }
  }

  return {
    list: () => store.listIds(db),
    has: async (importId, name) => (await store.findPart(db, { importId, name, position: 0 })) !== undefined,

    async read(importId, name) {
      const parts = await store.listParts(db, importId, name);
      return parts.length === 0 ? undefined : Buffer.concat(parts);
    },

    async open(importId, name) {
      return (await this.has(importId, name)) ? readParts(importId, name) : undefined;
    },

    async copyTo(importId, name, file) {
      if (!(await this.has(importId, name))) return false;
      await pipeline(Readable.from(readParts(importId, name)), createWriteStream(file, { mode: 0o600 }));
      return true;
    },

    async write(importId, name, bytes) {
      // Written under a temporary name that no reader uses.
      const unfinished = newId();
      let position = 0;
      for await (const part of cut(bytes)) {
        await store.insertPart(db, {
          id: newId(),
          importId,
          name: unfinished,
          position,
          bytes: part,
          writtenAt: clock(),
        });
        position++;
      }
      await database.transaction(async (tx) => {
        // Serializes concurrent writes of the same file. The last one wins.
        await database.dialect.lock(tx, `import ${importId}`);
        await store.removeParts(tx, importId, [name]);
        await store.renameParts(tx, importId, { from: unfinished, to: name });
      });
    },

    remove: (importId, names) => store.removeParts(db, importId, names),
    cleanUp: (beforeMs) => store.removeUnfinished(db, beforeMs),
  };
}

/** Yields at least one part. */
async function* cut(bytes: Readable | Uint8Array): AsyncGenerator<Uint8Array> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let count = 0;
  for await (const chunk of bytes instanceof Readable ? bytes : [bytes]) {
    let rest = Buffer.from(chunk);
    while (waitingBytes + rest.length >= partBytes) {
      const end = partBytes - waitingBytes;
      yield Buffer.concat([...waiting, rest.subarray(0, end)]);
      count++;
      rest = rest.subarray(end);
      waiting = [];
      waitingBytes = 0;
    }
    waiting.push(rest);
    waitingBytes += rest.length;
  }
  if (waitingBytes > 0 || count === 0) yield Buffer.concat(waiting);
}
