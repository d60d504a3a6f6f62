// Detects added, removed and renamed files below a root by the modification times of folders: one stat per folder, none
// per file.
import { hash } from 'node:crypto';
import type { ListSettings } from './jobs.ts';
import type { Listing } from './listing.ts';
import type { WalkedFolder } from './walk.ts';

export interface FolderTimes {
  add(folder: WalkedFolder): void;
  /** A hash of the folders and their times, independent of their order. */
  toWord(): string;
}

export function createFolderTimes(): FolderTimes {
  let count = 0;
  let sum = 0n;
  return {
    add({ path, times = '' }) {
      count++;
      const bytes = hash('sha1', JSON.stringify([path, times]), 'buffer');
      sum = BigInt.asUintN(64, sum + bytes.readBigUInt64LE());
    },
    toWord: () => `${count}-${sum.toString(36)}`,
  };
}

/** Reads the current folders; undefined if the root cannot be read. */
export async function readFolderTimes(
  listing: Listing,
  settings: ListSettings,
  signal: AbortSignal,
): Promise<string | undefined> {
  const times = createFolderTimes();
  for await (const folders of listing.walk({ ...settings, foldersOnly: true }, signal)) {
    signal.throwIfAborted();
    for (const folder of folders) {
      if (folder.path === '' && folder.error !== undefined) return undefined;
      times.add(folder);
    }
  }
  return times.toWord();
}
