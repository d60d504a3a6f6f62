// Free disk space.
import { statfs } from 'node:fs/promises';

/** Returns the bytes that the server's account can still write on the disk of this folder. */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
