// Splits a stream into lines, each bounded in bytes.

import type { Flow } from './flow.ts';

const newline = 0x0a;

interface LineReaderOptions {
  flow: Flow;
  onLine(line: string): void;
  onTooLong(): void;
}

/** Calls `onTooLong` for a line longer than `maxBytes` and stops reading. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #options: LineReaderOptions;
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #isOver = false;

  constructor(maxBytes: number, options: LineReaderOptions) {
    this.#maxBytes = maxBytes;
    this.#options = options;
  }

  /** Processes the next bytes and calls back for each completed line. */
  read(chunk: Buffer): void {
    let from = 0;
    while (!this.#isOver) {
      const end = chunk.indexOf(newline, from);
      if (!this.#take(chunk.subarray(from, end === -1 ? chunk.length : end)) || end === -1) return;
      const line = Buffer.concat(this.#parts).toString('utf8');
      this.#parts = [];
      this.#sizeBytes = 0;
      from = end + 1;
      this.#options.flow.countLine();
      this.#options.onLine(line);
    }
  }

  #take(part: Buffer): boolean {
    this.#sizeBytes += part.length;
    if (this.#sizeBytes <= this.#maxBytes) this.#parts.push(part);
    else {
      this.#isOver = true;
      this.#parts = [];
      this.#options.onTooLong();
    }
    return !this.#isOver;
  }
}
