// What a file system tells of a file that changes with its bytes.
import { type Stats, statSync } from 'node:fs';

/**
 * The same while a file has the same bytes. Whoever writes a file over in its place may set its time back, but not the
 * time of its last change, which is the system's own; that one changes with names and rights, too.
 */
export const toFileVersion = ({ size, mtimeMs, ctimeMs }: Stats): string =>
  [size, Math.round(mtimeMs * 1000), Math.round(ctimeMs * 1000)].map((part) => part.toString(36)).join('-');

/** Whether nobody wrote to an open file since `before`. One that has lost its name meanwhile has all its bytes. */
export const isUntouched = (before: Stats, now: Stats): boolean =>
  now.size === before.size &&
  now.mtimeMs === before.mtimeMs &&
  (now.ctimeMs === before.ctimeMs || now.nlink !== before.nlink);

/** FAT has times of every second second, old network shares of whole ones. */
const coarseMs = 2_000;
/** The others have those of the system's ticks, 10 ms at most. */
const fineMs = 20;

/** Milliseconds until a write would leave other times than there are: 0 for a file at rest. */
export function msUntilVisible(
  { mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>,
  nowMs: number,
): number {
  const isCoarse = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0;
  const ageMs = nowMs - Math.max(mtimeMs, ctimeMs);
  // Nothing is known of a clock that is ahead of ours.
  return ageMs < 0 ? 0 : Math.max(0, (isCoarse ? coarseMs : fineMs) - ageMs);
}

/** A file is not the one that was meant any more: another took its name, or it was written over. */
export class FileReplaced extends Error {
  constructor() {
    super('The file was replaced just now');
    this.name = 'FileReplaced';
  }
}

/**
 * In a worker process: runs `work`, which reads the file. Throws FileReplaced, whatever came of it, unless the file had
 * this version all the time.
 */
export async function readVersion<T>(
  path: string | Buffer,
  version: string,
  work: () => Promise<T>,
): Promise<T> {
  refuseReplaced(path, version);
  const [read] = await Promise.allSettled([work()]);
  refuseReplaced(path, version);
  if (read.status === 'rejected') throw read.reason;
  return read.value;
}

/** Throws FileReplaced when the file has another version now. */
export function refuseReplaced(path: string | Buffer, version: string): void {
  if (toFileVersion(statSync(path)) !== version) throw new FileReplaced();
}
