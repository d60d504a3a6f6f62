// unzip as a reference: the time that the C program needs to unpack a book.
import { timeCommand } from './time-command.ts';

/**
 * Returns the milliseconds of `unzip -p` for all entries of the file, the minimum of several runs. Undefined if unzip
 * is not installed.
 */
export function measureUnzip(file: string): number | undefined {
  const times = Array.from({ length: 10 }, () => timeCommand('unzip', ['-p', file]) ?? Infinity);
  const least = Math.min(...times);
  return Number.isFinite(least) ? least : undefined;
}
