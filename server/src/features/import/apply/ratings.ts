// Imports series ratings and want-to-read entries. Existing ratings are kept.
import { eachFound, noteLost, type Snapshot, type TheirRating } from '#features/import/snapshot/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { ImportedItems } from '../mapping/imported-items.ts';
import { type ImportServices, type LocalIds, type Outcome, toOutcome } from './dependencies.ts';

/** Ratings that users removed after an earlier import stay removed. */
export async function importRatings(
  { ratings }: Pick<ImportServices, 'ratings'>,
  theirs: readonly TheirRating[],
  { users, series, items }: Pick<LocalIds, 'users' | 'series'> & { items: ImportedItems },
): Promise<Outcome> {
  const outcome = toOutcome('ratings');
  const known = await items.load('rating');
  const found = eachFound(theirs, users, {
    find: ({ seriesId }) => series.get(seriesId),
    outcome,
    lost: 'import_note_lost_series',
  });
  for (const { one, viewer, id } of found) {
    const theirId = `${one.userId}/${one.seriesId}`;
    const isKnown =
      known.has(theirId) ||
      (await ratings.get(viewer, id).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'not_found') return false;
          throw error;
        },
      ));
    if (isKnown) outcome.known++;
    else {
      await ratings.set(viewer, id, { rating: one.rating, notes: one.notes });
      await known.save(theirId, { ourId: id, isMade: true });
      outcome.taken++;
    }
  }
  return outcome;
}

interface Wishes {
  series: Snapshot['wanted'];
  books: Snapshot['wantedBooks'];
}

/** Keeps the order of the entries. Entries that users removed after an earlier import stay removed. */
export async function importWantToRead(
  { wishes }: Pick<ImportServices, 'wishes'>,
  theirs: Wishes,
  { users, series, books, items, nowMs }: Wishing,
): Promise<Outcome> {
  const outcome = toOutcome('want-to-read series and books');
  const known = await items.load('wantToRead');
  let lostCount = 0;
  let order = 0;
  const add = async (userId: string, type: 'series' | 'book', { theirs, ours, addedAtMs }: Wish) => {
    const ourUser = users.get(userId);
    const theirId = `${userId}/${type}/${theirs}`;
    if (ourUser === undefined || ours === undefined) lostCount++;
    else if (known.has(theirId)) outcome.known++;
    else {
      const createdAt = addedAtMs ?? nowMs + order++;
      if (await wishes.add(ourUser, { entityType: type, entityId: ours, createdAt })) outcome.taken++;
      else outcome.known++;
      await known.save(theirId, { ourId: ours, isMade: true });
    }
  };
  for (const { userId, seriesId, addedAtMs } of theirs.series)
    await add(userId, 'series', { theirs: seriesId, ours: series.get(seriesId), addedAtMs });
  for (const { userId, bookId, addedAtMs } of theirs.books)
    await add(userId, 'book', { theirs: bookId, ours: books.get(bookId)?.entryId, addedAtMs });
  noteLost(outcome, lostCount, 'import_note_lost_wishes');
  return outcome;
}

interface Wish {
  theirs: string;
  ours: string | undefined;
  addedAtMs: number | undefined;
}

interface Wishing extends Pick<LocalIds, 'users' | 'series' | 'books'> {
  items: ImportedItems;
  nowMs: number;
}
