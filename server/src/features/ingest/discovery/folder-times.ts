// Detects added, removed and renamed files below a root by the modification times of folders: one stat per folder, none
// per file.
import { hash } from 'node:crypto';
import type { ListSettings } from './jobs.ts';
import type { Listing } from './listing.ts';
import type { WalkedFolder } from './walk.ts';

export class FolderTimes {
  #count = 0;
  #sum = 0n;

  add({ path, times = '' }: WalkedFolder): void {
    this.#count++;
    const bytes = hash('sha1', JSON.stringify([path, times]), 'buffer');
    this.#sum = BigInt.asUintN(64, this.#sum + bytes.readBigUInt64LE());
  }

  /** A hash of the folders and their times, independent of their order. */
  toWord(): string {
    return `${this.#count}-${this.#sum.toString(36)}`;
  }
}

/** Reads the current folders; undefined if the root cannot be read. */
export async function readFolderTimes(
  listing: Listing,
  settings: ListSettings,
  signal: AbortSignal,
): Promise<string | undefined> {
  const times = new FolderTimes();
  for await (const folders of listing.walk({ ...settings, foldersOnly: true }, signal)) {
    signal.throwIfAborted();
    for (const folder of folders) {
      if (folder.path === '' && folder.error !== undefined) return undefined;
      times.add(folder);
    }
  }
  return times.toWord();
}
