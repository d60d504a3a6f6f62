// unzip as a reference: what the reference implementation in C takes to unpack a book.
import { timeCommand } from './time-command.ts';

/** Milliseconds that `unzip -p` takes for all entries of the file, the least of several runs; undefined where there is none. */
export function measureUnzip(file: string): number | undefined {
  const times = Array.from({ length: 10 }, () => timeCommand('unzip', ['-p', file]) ?? Infinity);
  const least = Math.min(...times);
  return Number.isFinite(least) ? least : undefined;
}
