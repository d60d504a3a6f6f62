// Splits a stream into lines, each bounded in bytes.

import type { Flow } from './flow.ts';

const newline = 0x0a;

interface LineReader {
  /** Processes the next bytes and calls back for each completed line. */
  read(chunk: Buffer): void;
}

/** Calls `onTooLong` for a line longer than `maxBytes` and stops reading. */
export function createLineReader(
  maxBytes: number,
  { flow, onLine, onTooLong }: { flow: Flow; onLine(line: string): void; onTooLong(): void },
): LineReader {
  let parts: Buffer[] = [];
  let sizeBytes = 0;
  let isOver = false;
  const take = (part: Buffer): boolean => {
    sizeBytes += part.length;
    if (sizeBytes <= maxBytes) parts.push(part);
    else {
      isOver = true;
      parts = [];
      onTooLong();
    }
    return !isOver;
  };
  return {
    read(chunk) {
      let from = 0;
      while (!isOver) {
        const end = chunk.indexOf(newline, from);
        if (!take(chunk.subarray(from, end === -1 ? chunk.length : end)) || end === -1) return;
        const line = Buffer.concat(parts).toString('utf8');
        parts = [];
        sizeBytes = 0;
        from = end + 1;
        flow.countLine();
        onLine(line);
      }
    },
  };
}
