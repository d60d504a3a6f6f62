// Writes the files of an export, readable only by the account that runs the program, and notes their checksums.
import { createHash, hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Manifest } from './records.ts';

const mode = 0o600;

type WrittenFiles = Manifest['files'];

export class Folder {
  readonly #path: string;
  /** Path relative to the export, with slashes. */
  readonly #name: string;
  readonly #files: Map<string, WrittenFiles[string]>;

  constructor(path: string, name = '', files = new Map<string, WrittenFiles[string]>()) {
    this.#path = path;
    this.#name = name;
    this.#files = files;
  }

  /** Returns the number of records. */
  async writeLines(name: string, records: AsyncIterable<unknown> | Iterable<unknown>): Promise<number> {
    await mkdir(this.#path, { recursive: true });
    const digest = createHash('sha256');
    let count = 0;
    async function* toLines() {
      for await (const record of records) {
        count++;
        const line = `${JSON.stringify(record)}\n`;
        digest.update(line);
        yield line;
      }
    }
    await pipeline(Readable.from(toLines()), createWriteStream(join(this.#path, name), { mode }));
    this.#note([name], { sha256: digest.digest('hex'), records: count });
    return count;
  }

  async write(name: string | readonly string[], content: string | Uint8Array): Promise<void> {
    const names = [name].flat();
    const file = join(this.#path, ...names);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode });
    this.#note(names, { sha256: hash('sha256', content, 'hex') });
  }

  sub(...names: string[]): Folder {
    return new Folder(join(this.#path, ...names), this.#toName(names), this.#files);
  }

  /** The files that were written so far, by their path relative to the export. */
  listFiles(): WrittenFiles {
    return Object.fromEntries(this.#files);
  }

  #toName(names: readonly string[]): string {
    return [this.#name, ...names].filter((one) => one !== '').join('/');
  }

  #note(names: readonly string[], facts: WrittenFiles[string]): void {
    this.#files.set(this.#toName(names), facts);
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
