// unzip as a reference: what the reference implementation in C takes to unpack a book.
import { spawnSync } from 'node:child_process';

/** Milliseconds that `unzip -p` takes for all entries of the file, the least of several runs; undefined where there is none. */
export function measureUnzip(file: string): number | undefined {
  const times = Array.from({ length: 10 }, () => {
    const startedMs = performance.now();
    const { status } = spawnSync('unzip', ['-p', file], { stdio: 'ignore' });
    return status === 0 ? performance.now() - startedMs : Infinity;
  });
  const least = Math.min(...times);
  return Number.isFinite(least) ? least : undefined;
}
