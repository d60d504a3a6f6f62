// Pictures that people chose: uploads of theirs, or files beside their database.
import { open } from 'node:fs/promises';
import type { TheirCover } from '#features/transfer/peer-databases/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { type Outcome, type TakeOver, toOutcome } from './dependencies.ts';

const maxBytes = 50 * 1024 * 1024;

interface Pictured {
  id: string;
  cover: TheirCover | undefined;
}

export async function takeCovers(
  { covers }: Pick<TakeOver, 'covers'>,
  type: 'book' | 'series',
  { theirs, ours }: { theirs: Iterable<Pictured>; ours: ReadonlyMap<string, string> },
): Promise<Outcome> {
  const outcome = toOutcome(`covers of ${type === 'book' ? 'books' : 'series'}`);
  for (const { id, cover } of theirs) {
    const ourId = ours.get(id);
    if (!cover || ourId === undefined) continue;
    const isChosen = (await covers.list(type, system, ourId)).some(
      ({ isSelected, source }) => isSelected && source === 'custom',
    );
    if (isChosen) {
      outcome.known++;
      continue;
    }
    const fault = await takeCover(cover, (bytes) => covers.upload(type, system, ourId, bytes));
    if (fault === undefined) outcome.taken++;
    else outcome.notes.push(`A cover could not be taken: ${fault}`);
  }
  return outcome;
}

/** Why it could not be taken; undefined when it was. */
export async function takeCover(
  cover: TheirCover,
  upload: (bytes: Uint8Array) => Promise<unknown>,
): Promise<string | undefined> {
  const bytes = cover instanceof Uint8Array ? cover : await readPicture(cover.file);
  if (bytes === undefined) return 'its file is not there';
  try {
    await upload(bytes);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}

/** Undefined for what is no file that can be read, or far too large for a picture. */
async function readPicture(file: string): Promise<Uint8Array | undefined> {
  const opened = await open(file).catch(() => undefined);
  try {
    const found = await opened?.stat();
    return found?.isFile() && found.size <= maxBytes ? await opened?.readFile() : undefined;
  } catch {
    return undefined;
  } finally {
    await opened?.close();
  }
}
