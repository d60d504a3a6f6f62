// Imports a cover chosen by a user.
import { open, realpath } from 'node:fs/promises';
import { type Reason, reason } from '#infrastructure/errors.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';
import { findRefusal } from './notes.ts';
import type { CoverFile, TheirCover } from './snapshot.ts';

/** Maximum size of an imported image. */
export const maxCoverBytes = 50 * 1024 * 1024;

/** Returns why the cover was rejected, or undefined if it was imported. */
export async function importCover(
  cover: TheirCover | undefined,
  upload: (bytes: Uint8Array) => Promise<unknown>,
): Promise<Reason | undefined> {
  const bytes = cover === undefined || cover instanceof Uint8Array ? cover : await readPicture(cover);
  return bytes === undefined ? reason('import_cover_missing') : findRefusal(() => upload(bytes));
}

/** Returns undefined if the file is unreadable, outside its folder, or too large. */
async function readPicture({ file, within }: CoverFile): Promise<Uint8Array | undefined> {
  const [real, folder] = await Promise.all(
    [file, within].map((path) => realpath(path).catch(() => undefined)),
  );
  if (real === undefined || folder === undefined || !isWithin(real, folder)) return undefined;
  const opened = await open(real).catch(() => undefined);
  try {
    const found = await opened?.stat();
    return found?.isFile() && found.size <= maxCoverBytes ? await opened?.readFile() : undefined;
  } catch {
    return undefined;
  } finally {
    await opened?.close();
  }
}
