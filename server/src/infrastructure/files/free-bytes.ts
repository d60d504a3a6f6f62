// How much a disk has left.
import { statfs } from 'node:fs/promises';

/** Bytes that the server's account can still write where this folder lies. */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
