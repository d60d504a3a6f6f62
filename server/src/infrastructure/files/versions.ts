// Versions of files, from file system attributes that change with the content.
import { type Stats, statSync } from 'node:fs';

/**
 * Equal while a file has the same bytes. Includes ctime, which programs cannot set, unlike mtime. It also changes with
 * the file's name and permissions.
 */
export const toFileVersion = ({ size, mtimeMs, ctimeMs }: Stats): string =>
  [size, Math.round(mtimeMs * 1000), Math.round(ctimeMs * 1000)].map((part) => part.toString(36)).join('-');

/** Returns whether an open file was not written since `before`. A file that was unlinked meanwhile keeps its bytes. */
export const isUntouched = (before: Stats, now: Stats): boolean =>
  now.size === before.size &&
  now.mtimeMs === before.mtimeMs &&
  (now.ctimeMs === before.ctimeMs || now.nlink !== before.nlink);

/** FAT has a resolution of two seconds, old network shares one of a second. */
const coarseMs = 2_000;
/** Other file systems have the resolution of the system's timer tick, at most 10 ms. */
const fineMs = 20;

/** Milliseconds until a write would change the file's times: 0 for a file that was not written recently. */
export function msUntilVisible(
  { mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>,
  nowMs: number,
): number {
  const isCoarse = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0;
  const ageMs = nowMs - Math.max(mtimeMs, ctimeMs);
  // The file system's clock is ahead by an unknown time.
  return ageMs < 0 ? 0 : Math.max(0, (isCoarse ? coarseMs : fineMs) - ageMs);
}

/** Another file has taken a file's name, or it was overwritten. */
export class FileReplaced extends Error {
  constructor() {
    super('The file was replaced just now');
    this.name = 'FileReplaced';
  }
}

/**
 * In a worker process: runs `work`, which reads the file. Throws FileReplaced, regardless of the result, unless the
 * file had this version all the time.
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

/** Throws FileReplaced if the file has another version now. */
export function refuseReplaced(path: string | Buffer, version: string): void {
  if (toFileVersion(statSync(path)) !== version) throw new FileReplaced();
}
