// Ratings of series, and what people want to read. A rating that somebody has given here stays.
import type { Snapshot, TheirRating } from '#features/transfer/peer-databases/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { type Known, type Outcome, type TakeOver, toOutcome } from './dependencies.ts';

export async function takeRatings(
  { ratings }: Pick<TakeOver, 'ratings'>,
  theirs: readonly TheirRating[],
  { users, series }: Pick<Known, 'users' | 'series'>,
): Promise<Outcome> {
  const outcome = toOutcome('ratings');
  let lost = 0;
  for (const { userId, seriesId, rating, notes } of theirs) {
    const [ourUser, ourSeries] = [users.get(userId), series.get(seriesId)];
    if (ourUser === undefined || ourSeries === undefined) {
      lost++;
      continue;
    }
    const viewer: Viewer = { ...system, userId: ourUser };
    const isKnown = await ratings.get(viewer, ourSeries).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && error.code === 'not_found') return false;
        throw error;
      },
    );
    if (isKnown) outcome.known++;
    else {
      await ratings.set(viewer, ourSeries, { rating, notes });
      outcome.taken++;
    }
  }
  if (lost > 0) outcome.notes.push(`${lost} are of series that were not found`);
  return outcome;
}

interface Wishes {
  series: Snapshot['wanted'];
  books: Snapshot['wantedBooks'];
}

export async function takeWishes(
  { wishes }: Pick<TakeOver, 'wishes'>,
  theirs: Wishes,
  { users, series, books }: Pick<Known, 'users' | 'series' | 'books'>,
): Promise<Outcome> {
  const outcome = toOutcome('series and books to read');
  let lost = 0;
  const add = async (userId: string, type: 'series' | 'book', id: string | undefined) => {
    const ourUser = users.get(userId);
    if (ourUser === undefined || id === undefined) lost++;
    else if (await wishes.add(ourUser, type, id)) outcome.taken++;
    else outcome.known++;
  };
  for (const { userId, seriesId } of theirs.series) await add(userId, 'series', series.get(seriesId));
  for (const { userId, bookId } of theirs.books) await add(userId, 'book', books.get(bookId)?.id);
  if (lost > 0) outcome.notes.push(`${lost} were not found`);
  return outcome;
}
