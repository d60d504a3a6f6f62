// Writes the files of an export, readable only by the account that runs the program.
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const mode = 0o600;

export class Folder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the number of records. */
  async writeLines(name: string, records: AsyncIterable<unknown> | Iterable<unknown>): Promise<number> {
    await mkdir(this.#path, { recursive: true });
    let count = 0;
    async function* toLines() {
      for await (const record of records) {
        count++;
        yield `${JSON.stringify(record)}\n`;
      }
    }
    await pipeline(Readable.from(toLines()), createWriteStream(join(this.#path, name), { mode }));
    return count;
  }

  async write(name: string | readonly string[], content: string | Uint8Array): Promise<void> {
    const file = join(this.#path, ...[name].flat());
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode });
  }

  sub(...names: string[]): Folder {
    return new Folder(join(this.#path, ...names));
  }
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
