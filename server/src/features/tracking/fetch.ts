// Imports entries of a service for linked series and books. Marks books as read, never as unread, and sets ratings only
// where the user has none.
import type { TrackingChange } from '@lectern/contract/tracking/tracking';
import type { TrackingUnit } from '@lectern/contract/tracking/tracking-values';
import type { PulledEntry } from '#features/plugins/protocol/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { RatingService } from '#features/reading/ratings/index.ts';
import { numberOf } from './entry.ts';
import type { Run, RunDependencies } from './send.ts';
import type { ReadBook } from './subjects/index.ts';
import { readTracked, type Tracked } from './subjects/index.ts';

export interface FetchDependencies extends RunDependencies {
  progress: ProgressService;
  ratings: RatingService;
}

/** Maximum number of pages, with up to 50 entries each. */
const maxPages = 400;

export async function fetchEntries(deps: FetchDependencies, run: Run): Promise<TrackingChange[]> {
  const { key, viewer, settings, externalIds } = run;
  const wanted = (await deps.store.listLinks(key)).filter(
    ({ externalId }) => externalIds?.includes(externalId) ?? true,
  );
  const tracked = new Map<string, Tracked[]>();
  for (const one of await readTracked(deps, viewer, wanted)) {
    const known = tracked.get(one.link.externalId) ?? [];
    tracked.set(one.link.externalId, [...known, one]);
  }
  const changes: TrackingChange[] = [];
  for await (const entry of pullAll(deps, run))
    for (const one of tracked.get(entry.externalId) ?? [])
      changes.push(...(await take(deps, run, { ...one, entry, unit: one.link.unit ?? settings.unit })));
  return changes;
}

async function* pullAll({ sync }: FetchDependencies, { key, signal }: Run): AsyncGenerator<PulledEntry> {
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { entries, next } = await sync.pull(key.pluginId, key.userId, cursor, { signal, isQueued: true });
    yield* entries;
    if (next === undefined || next === cursor) return;
    cursor = next;
  }
}

interface Taken extends Tracked {
  entry: PulledEntry;
  unit: TrackingUnit;
}

async function take(
  { progress, ratings }: FetchDependencies,
  { viewer, settings, isPreview }: Run,
  { link, subject, entry, unit }: Taken,
): Promise<TrackingChange[]> {
  const { status, volumes, chapters, score } = entry;
  const about = {
    seriesId: link.seriesId,
    bookId: link.bookId,
    title: subject.title,
    externalId: link.externalId,
    before: null,
    after: { status, volumes, chapters, score },
    message: null,
  };
  const changes: TrackingChange[] = [];
  const read = subject.books.filter(
    (book) => book.completed !== 1 && isReadThere(book, { entry, unit, subject }),
  );
  if (read.length > 0) {
    const ids = read.map(({ id }) => id);
    const books = isPreview ? ids.length : await progress.markBooks(viewer, ids, true);
    changes.push({ ...about, outcome: 'read', books });
  }
  if (settings.sendsRatings && score !== null && subject.rating === null && link.seriesId !== null) {
    const rating = Math.min(100, Math.max(1, Math.round(score)));
    if (!isPreview) await ratings.set(viewer, link.seriesId, { rating });
    changes.push({ ...about, outcome: 'rated', books: 0 });
  }
  return changes;
}

/** A completed entry includes every book; otherwise books up to the reached number are read. */
function isReadThere(
  book: ReadBook,
  { entry, unit, subject }: { entry: PulledEntry; unit: TrackingUnit; subject: Tracked['subject'] },
): boolean {
  if (subject.series === null) return entry.status === 'completed';
  const number = numberOf(book, unit);
  const reached = unit === 'volumes' ? entry.volumes : entry.chapters;
  if (number !== undefined) return reached !== null && number <= reached;
  return entry.status === 'completed' && subject.books.length === 1;
}
