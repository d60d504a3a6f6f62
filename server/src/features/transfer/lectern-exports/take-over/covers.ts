// Uploaded covers of books and series that are not the ones shown: there to be chosen. Where covers are here, they stay.

import {
  type Known,
  type Outcome,
  type OwnRecords,
  toOutcome,
} from '#features/transfer/peer-snapshots/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { readBytes } from '../lines.ts';
import type { OwnTakeOver } from './dependencies.ts';

const maxBytes = 50 * 1024 * 1024;

/** Before those that are shown: the one that is uploaded last is selected. */
export async function takeSpareCovers(
  { covers }: Pick<OwnTakeOver, 'covers'>,
  own: OwnRecords,
  known: Known,
): Promise<Outcome> {
  const outcome = toOutcome('covers to choose from');
  const owners = Map.groupBy(own.covers, ({ entityType, entityId }) => `${entityType} ${entityId}`);
  for (const spare of owners.values()) {
    const [first] = spare;
    const type =
      first?.entityType === 'series' ? 'series' : first?.entityType === 'book' ? 'book' : undefined;
    const id =
      type === 'series'
        ? known.series.get(first?.entityId ?? '')
        : known.books.get(first?.entityId ?? '')?.id;
    if (type === undefined || id === undefined) continue;
    const mine = await covers.list(type, system, id);
    if (mine.some(({ source }) => source === 'custom')) {
      outcome.known += spare.length;
      continue;
    }
    for (const { file } of spare) {
      const bytes = await readBytes(own.folder, file, maxBytes);
      const fault =
        bytes === undefined
          ? 'its file is not there'
          : await upload(() => covers.upload(type, system, id, bytes));
      if (fault === undefined) outcome.taken++;
      else outcome.notes.push(`A cover could not be taken: ${fault}`);
    }
    await covers.reset(type, system, id);
  }
  return outcome;
}

/** Why it could not be uploaded. */
async function upload(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}
