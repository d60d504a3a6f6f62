// Whether anything came to, went from or was renamed in the folders of a root since somebody looked: their own times tell,
// for one look a folder and none a file.
import { hash } from 'node:crypto';
import type { Listing, ListSettings } from './listing.ts';
import type { WalkedFolder } from './walk.ts';

export interface FolderTimes {
  add(folder: WalkedFolder): void;
  /** Another word for other folders and other times, in whichever order they were added. */
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

/** As the folders are now; undefined where the root cannot be read, which tells nothing of them. */
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
