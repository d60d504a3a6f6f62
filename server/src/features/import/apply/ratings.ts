// Imports series ratings and want-to-read entries. Existing ratings are kept.
import { eachFound, noteLost, type Snapshot, type TheirRating } from '#features/import/snapshot/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import { type ImportServices, type LocalIds, type Outcome, toOutcome } from './dependencies.ts';

export async function importRatings(
  { ratings }: Pick<ImportServices, 'ratings'>,
  theirs: readonly TheirRating[],
  { users, series }: Pick<LocalIds, 'users' | 'series'>,
): Promise<Outcome> {
  const outcome = toOutcome('ratings');
  const found = eachFound(theirs, users, {
    find: ({ seriesId }) => series.get(seriesId),
    outcome,
    lost: 'import_note_lost_series',
  });
  for (const { one, viewer, id } of found) {
    const isKnown = await ratings.get(viewer, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && error.code === 'not_found') return false;
        throw error;
      },
    );
    if (isKnown) outcome.known++;
    else {
      await ratings.set(viewer, id, { rating: one.rating, notes: one.notes });
      outcome.taken++;
    }
  }
  return outcome;
}

interface Wishes {
  series: Snapshot['wanted'];
  books: Snapshot['wantedBooks'];
}

export async function importWantToRead(
  { wishes }: Pick<ImportServices, 'wishes'>,
  theirs: Wishes,
  { users, series, books }: Pick<LocalIds, 'users' | 'series' | 'books'>,
): Promise<Outcome> {
  const outcome = toOutcome('want-to-read series and books');
  let lostCount = 0;
  const add = async (userId: string, type: 'series' | 'book', id: string | undefined) => {
    const ourUser = users.get(userId);
    if (ourUser === undefined || id === undefined) lostCount++;
    else if (await wishes.add(ourUser, type, id)) outcome.taken++;
    else outcome.known++;
  };
  for (const { userId, seriesId } of theirs.series) await add(userId, 'series', series.get(seriesId));
  for (const { userId, bookId } of theirs.books) await add(userId, 'book', books.get(bookId)?.entryId);
  noteLost(outcome, lostCount, 'import_note_lost_wishes');
  return outcome;
}
