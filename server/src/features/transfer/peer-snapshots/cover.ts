// Taking a picture that somebody chose.
import { open } from 'node:fs/promises';
import { type Reason, reason } from '#infrastructure/errors.ts';
import { findRefusal } from './notes.ts';
import type { TheirCover } from './snapshot.ts';

/** The largest picture that is taken. */
export const maxCoverBytes = 50 * 1024 * 1024;

/** Why it could not be taken; undefined when it was. */
export async function takeCover(
  cover: TheirCover | undefined,
  upload: (bytes: Uint8Array) => Promise<unknown>,
): Promise<Reason | undefined> {
  const bytes = cover === undefined || cover instanceof Uint8Array ? cover : await readPicture(cover.file);
  return bytes === undefined ? reason('import_cover_missing') : findRefusal(() => upload(bytes));
}

/** Undefined for what is no file that can be read, or far too large for a picture. */
async function readPicture(file: string): Promise<Uint8Array | undefined> {
  const opened = await open(file).catch(() => undefined);
  try {
    const found = await opened?.stat();
    return found?.isFile() && found.size <= maxCoverBytes ? await opened?.readFile() : undefined;
  } catch {
    return undefined;
  } finally {
    await opened?.close();
  }
}
