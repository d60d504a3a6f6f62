// Ratings of series, and what people want to read. A rating that somebody has given here stays.
import type { TheirRating } from '#features/system/peer-databases/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { type Outcome, type TakeOver, toOutcome } from './dependencies.ts';

interface Known {
  /** Ours by theirs. */
  users: ReadonlyMap<string, string>;
  series: ReadonlyMap<string, string>;
}

export async function takeRatings(
  { ratings }: Pick<TakeOver, 'ratings'>,
  theirs: readonly TheirRating[],
  { users, series }: Known,
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

export async function takeWishes(
  { wishes }: Pick<TakeOver, 'wishes'>,
  theirs: readonly { userId: string; seriesId: string }[],
  { users, series }: Known,
): Promise<Outcome> {
  const outcome = toOutcome('series to read');
  let lost = 0;
  for (const { userId, seriesId } of theirs) {
    const [ourUser, ourSeries] = [users.get(userId), series.get(seriesId)];
    if (ourUser === undefined || ourSeries === undefined) lost++;
    else if (await wishes.addSeries(ourUser, ourSeries)) outcome.taken++;
    else outcome.known++;
  }
  if (lost > 0) outcome.notes.push(`${lost} were not found`);
  return outcome;
}
