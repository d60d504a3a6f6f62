// Writes the files of an export, readable only by the account that runs the program.
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const mode = 0o600;

export interface Folder {
  /** Returns the number of records. */
  writeLines(name: string, records: AsyncIterable<unknown> | Iterable<unknown>): Promise<number>;
  write(path: string | readonly string[], content: string | Uint8Array): Promise<void>;
  sub(...names: string[]): Folder;
}

export function createFolder(path: string): Folder {
  return {
    async writeLines(name, records) {
      await mkdir(path, { recursive: true });
      let count = 0;
      async function* toLines() {
        for await (const record of records) {
          count++;
          yield `${JSON.stringify(record)}\n`;
        }
      }
      await pipeline(Readable.from(toLines()), createWriteStream(join(path, name), { mode }));
      return count;
    },
    async write(name, content) {
      const file = join(path, ...[name].flat());
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { mode });
    },
    sub: (...names) => createFolder(join(path, ...names)),
  };
}

/** Returns names that are unique regardless of case: `Saga`, `Saga (2)`, … */
export function createNames(): (wanted: string, extension?: string) => string {
  const taken = new Set<string>();
  return (wanted, extension = '') => {
    for (let n = 1; ; n++) {
      const name = `${n === 1 ? wanted : `${wanted} (${n})`}${extension}`;
      const key = name.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  };
}
