// Imports user edits of series and books, and sharing tags of series. Values set on this server are kept.
import { patchBookMetadataSchema } from '@lectern/contract/libraries/metadata';
import { patchSeriesMetadataSchema } from '@lectern/contract/libraries/series-metadata';
import { isEditedSeries, listTagNames, noteLost } from '#features/import/snapshot/index.ts';
import type { Snapshot, TheirBook, TheirSeries } from '#features/import/sources/index.ts';
import { findGaps, findOthers } from '#features/libraries/metadata-layers/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import type { SeriesMatches } from '../plan/match-series.ts';
import { type ImportServices, type Outcome, toOutcome } from './dependencies.ts';

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;

interface FieldSchema<Patch> {
  safeParse(value: unknown): { success: true; data: Patch } | { success: false };
}

/** Returns the valid fields that are not locked on this server. */
function toPatch<Patch extends object>(
  schema: FieldSchema<Patch>,
  locks: Record<string, boolean>,
  edits: object,
): { patch: Patch | undefined; refused: string[] } {
  const refused: string[] = [];
  const parts: Patch[] = [];
  for (const [field, value] of Object.entries(edits)) {
    if (locks[field]) continue;
    const parsed = schema.safeParse({ [field]: value });
    if (parsed.success) parts.push(parsed.data);
    else refused.push(field);
  }
  const [first, ...rest] = parts;
  return { patch: first && Object.assign({ ...first }, ...rest), refused };
}

/**
 * Age ratings become at least as strict as at the source: a local series gets the highest rating of all source series
 * whose books it contains. Other fields come from one source series only.
 */
export async function importSeriesMetadata(
  { seriesMetadata }: Pick<ImportServices, 'seriesMetadata'>,
  series: Iterable<TheirSeries>,
  { described, homes }: Pick<SeriesMatches, 'described' | 'homes'>,
): Promise<Outcome> {
  const outcome = toOutcome('series with edited metadata');
  const ages = new Map<string, number>();
  const sources = new Map<string, TheirSeries>();
  const edited: TheirSeries[] = [];
  const changed = new Set<string>();
  for (const one of series) {
    const { id, edits } = one;
    if (isEditedSeries(one)) edited.push(one);
    const age = typeof edits.ageRating === 'number' ? edits.ageRating : one.ageRating;
    for (const home of homes.get(id) ?? []) ages.set(home, Math.max(age ?? -1, ages.get(home) ?? -1));
    const ourId = described.get(id);
    if (ourId !== undefined) sources.set(ourId, one);
  }
  for (const [ourId, age] of ages) {
    const { title = '', edits = {}, known = {} } = sources.get(ourId) ?? {};
    const current = await seriesMetadata.get(system, ourId);
    const wanted: Record<string, unknown> = { ...findGaps(known, current), ...edits };
    const next = 'ageRating' in edits ? edits.ageRating : current.ageRating;
    if (age > (typeof next === 'number' ? next : -1)) wanted.ageRating = age;
    const { patch, refused } = toPatch(patchSeriesMetadataSchema, current.locks, wanted);
    outcome.notes.push(
      ...refused.map((field) => reason('import_note_series_field', { field, series: title })),
    );
    if (patch) {
      await seriesMetadata.update(system, ourId, patch);
      changed.add(ourId);
    }
  }
  for (const { id, title, edits } of edited) {
    const ourId = described.get(id);
    const ours = ourId === undefined ? (homes.get(id) ?? []) : [ourId];
    // Without books here, or if another source series describes the local series.
    if (ours.length === 0 || (ourId === undefined && !isEmpty(edits)))
      outcome.notes.push(reason('import_note_series_edits', { series: title }));
    else if (ours.some((one) => changed.has(one))) outcome.taken++;
    else outcome.known++;
  }
  return outcome;
}

export async function importBookMetadata(
  { bookMetadata }: Pick<ImportServices, 'bookMetadata'>,
  books: Iterable<TheirBook>,
  ours: ReadonlyMap<string, { id: string }>,
): Promise<Outcome> {
  const outcome = toOutcome('books with edited metadata');
  let lostCount = 0;
  for (const { id, path, edits } of books) {
    if (isEmpty(edits)) continue;
    const ourId = ours.get(id)?.id;
    if (ourId === undefined) {
      lostCount++;
      continue;
    }
    const { locks } = await bookMetadata.get(system, ourId);
    const refused = await editBook({ bookMetadata, outcome }, { ourId, locks, edits });
    outcome.notes.push(...refused.map((field) => reason('import_note_book_field', { field, path })));
  }
  noteLost(outcome, lostCount);
  return outcome;
}

/** Fields that differ from the file metadata become edits. */
export async function importBookDescriptions(
  { bookMetadata }: Pick<ImportServices, 'bookMetadata'>,
  { described, books, outcome }: Pick<Snapshot, 'described' | 'books'> & { outcome: Outcome },
  ours: ReadonlyMap<string, { id: string }>,
): Promise<void> {
  let lostCount = 0;
  for await (const { bookIds, fields } of described?.() ?? [])
    for (const id of bookIds) {
      const ourId = ours.get(id)?.id;
      if (ourId === undefined) {
        lostCount++;
        continue;
      }
      const { locks, ...current } = await bookMetadata.get(system, ourId);
      const edits = findOthers(fields, current);
      if (isEmpty(edits)) {
        outcome.known++;
        continue;
      }
      for (const field of await editBook({ bookMetadata, outcome }, { ourId, locks, edits })) {
        const path = books.find((book) => book.id === id)?.path ?? '';
        outcome.notes.push(reason('import_note_book_field', { field, path }));
      }
    }
  noteLost(outcome, lostCount);
}

interface BookEdit {
  ourId: string;
  locks: Record<string, boolean>;
  edits: object;
}

/** Returns the rejected fields. */
async function editBook(
  { bookMetadata, outcome }: Pick<ImportServices, 'bookMetadata'> & { outcome: Outcome },
  { ourId, locks, edits }: BookEdit,
): Promise<string[]> {
  const { patch, refused } = toPatch(patchBookMetadataSchema, locks, edits);
  if (patch) {
    await bookMetadata.update(system, ourId, patch);
    outcome.taken++;
  } else outcome.known++;
  return refused;
}

/**
 * Creates the sharing tags of series, of user restrictions and of an export. Every local series with a book of a tagged
 * series gets its tags. Returns local ids by name.
 */
export async function importSharingTags(
  { tags }: Pick<ImportServices, 'tags'>,
  snapshot: Pick<Snapshot, 'series' | 'users' | 'own'>,
  { homes }: Pick<SeriesMatches, 'homes'>,
): Promise<{ ids: ReadonlyMap<string, string>; outcome: Outcome }> {
  const descriptions = new Map(snapshot.own?.tags.map(({ name, description }) => [name, description]));
  const outcome = toOutcome('sharing tags');
  const ids = new Map<string, string>();
  for (const name of listTagNames(snapshot)) {
    const { id, isNew } = await tags.ensure(name, descriptions.get(name));
    ids.set(name, id);
    if (isNew) outcome.taken++;
    else outcome.known++;
  }
  for (const { id, title, sharingTags } of snapshot.series) {
    if (sharingTags.length === 0) continue;
    const ours = homes.get(id);
    if (!ours)
      outcome.notes.push(reason('import_note_series_tags', { series: title, tags: sharingTags.join(', ') }));
    const tagIds = sharingTags.flatMap((name) => ids.get(name) ?? []);
    for (const ourId of ours ?? []) await tags.addToSeries(ourId, tagIds);
  }
  return { ids, outcome };
}
