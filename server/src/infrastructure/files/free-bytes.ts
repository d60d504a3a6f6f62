// Free disk space.
import { stat, statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** Identifies the file system. */
  device: number;
  totalBytes: number;
  /** The bytes that the server's account can still write. */
  freeBytes: number;
}

/** Returns the size and the free space of the disk of this folder. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
  return { device: dev, totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** Returns the bytes that the server's account can still write on the disk of this folder. */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
