// What people have set of series and books, and sharing tags of series. What somebody has set here stays.
import { patchBookMetadataSchema } from '@lectern/contract/metadata';
import { patchSeriesMetadataSchema } from '@lectern/contract/series-metadata';
import { findGaps, findOthers } from '#features/libraries/metadata-layers/index.ts';
import type { Snapshot, TheirBook, TheirSeries } from '#features/transfer/peer-databases/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import { type Outcome, type TakeOver, toOutcome } from './dependencies.ts';

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;

interface FieldSchema<Patch> {
  safeParse(value: unknown): { success: true; data: Patch } | { success: false };
}

/** The fields that the schema takes, and that nobody has locked here. */
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

export async function takeSeriesMetadata(
  { seriesMetadata }: Pick<TakeOver, 'seriesMetadata'>,
  series: Iterable<TheirSeries>,
  ours: ReadonlyMap<string, string>,
): Promise<Outcome> {
  const outcome = toOutcome('series with edited metadata');
  for (const { id, title, edits, known, ageRating } of series) {
    const ourId = ours.get(id);
    if (ourId === undefined) {
      if (Object.keys(edits).length > 0)
        outcome.notes.push(reason('import_note_series_edits', { series: title }));
      continue;
    }
    const current = await seriesMetadata.get(system, ourId);
    const isStricter = ageRating !== undefined && ageRating > (current.ageRating ?? -1);
    const wanted = {
      ...findGaps(known, current),
      ...(isStricter && { ageRating }),
      ...edits,
    };
    const { patch, refused } = toPatch(patchSeriesMetadataSchema, current.locks, wanted);
    outcome.notes.push(
      ...refused.map((field) => reason('import_note_series_field', { field, series: title })),
    );
    if (patch) {
      await seriesMetadata.update(system, ourId, patch);
      outcome.taken++;
    } else if (Object.keys(edits).length > 0) outcome.known++;
  }
  return outcome;
}

export async function takeBookMetadata(
  { bookMetadata }: Pick<TakeOver, 'bookMetadata'>,
  books: Iterable<TheirBook>,
  ours: ReadonlyMap<string, { id: string }>,
): Promise<Outcome> {
  const outcome = toOutcome('books with edited metadata');
  for (const { id, path, edits } of books) {
    const ourId = ours.get(id)?.id;
    if (ourId === undefined || isEmpty(edits)) continue;
    const { locks } = await bookMetadata.get(system, ourId);
    const refused = await editBook({ bookMetadata, outcome }, { ourId, locks, edits });
    outcome.notes.push(...refused.map((field) => reason('import_note_book_field', { field, path })));
  }
  return outcome;
}

/** The fields that are read otherwise here become edits, too. */
export async function takeDescribed(
  { bookMetadata }: Pick<TakeOver, 'bookMetadata'>,
  { described, books, outcome }: Pick<Snapshot, 'described' | 'books'> & { outcome: Outcome },
  ours: ReadonlyMap<string, { id: string }>,
): Promise<void> {
  for await (const { bookIds, fields } of described?.() ?? [])
    for (const id of bookIds) {
      const ourId = ours.get(id)?.id;
      if (ourId === undefined) continue;
      const { locks, ...current } = await bookMetadata.get(system, ourId);
      const edits = findOthers(fields, current);
      if (isEmpty(edits)) continue;
      for (const field of await editBook({ bookMetadata, outcome }, { ourId, locks, edits })) {
        const path = books.find((book) => book.id === id)?.path ?? '';
        outcome.notes.push(reason('import_note_book_field', { field, path }));
      }
    }
}

interface BookEdit {
  ourId: string;
  locks: Record<string, boolean>;
  edits: object;
}

/** Returns the fields that were refused. */
async function editBook(
  { bookMetadata, outcome }: Pick<TakeOver, 'bookMetadata'> & { outcome: Outcome },
  { ourId, locks, edits }: BookEdit,
): Promise<string[]> {
  const { patch, refused } = toPatch(patchBookMetadataSchema, locks, edits);
  if (patch) {
    await bookMetadata.update(system, ourId, patch);
    outcome.taken++;
  } else outcome.known++;
  return refused;
}

/** Of the series, by name; those that users are limited by as well. Ids of ours by name. */
export async function takeSharingTags(
  { tags }: Pick<TakeOver, 'tags'>,
  series: readonly TheirSeries[],
  { ours, alsoNamed }: { ours: ReadonlyMap<string, string>; alsoNamed: readonly string[] },
): Promise<{ ids: ReadonlyMap<string, string>; outcome: Outcome }> {
  const names = [...new Set([...series.flatMap((one) => one.sharingTags), ...alsoNamed])];
  const outcome = toOutcome('sharing tags');
  const ids = new Map<string, string>();
  for (const name of names) {
    const { id, isNew } = await tags.ensure(name);
    ids.set(name, id);
    if (isNew) outcome.taken++;
    else outcome.known++;
  }
  for (const { id, title, sharingTags } of series) {
    const ourId = ours.get(id);
    if (sharingTags.length === 0) continue;
    if (ourId === undefined)
      outcome.notes.push(reason('import_note_series_tags', { series: title, tags: sharingTags.join(', ') }));
    else
      await tags.addToSeries(
        ourId,
        sharingTags.flatMap((name) => ids.get(name) ?? []),
      );
  }
  return { ids, outcome };
}
