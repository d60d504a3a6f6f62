// Imports metadata that is not a user edit, as values of a provider: below edits, and above the metadata of files.
// Values that equal the current ones are left out.
import { patchBookMetadataSchema } from '@lectern/contract/libraries/metadata';
import {
  type PatchSeriesMetadata,
  patchSeriesMetadataSchema,
} from '@lectern/contract/libraries/series-metadata';
import { toPlainText } from '@lectern/formats/values/plain-text';
import { noteLost, type TheirBook, type TheirSeries } from '#features/import/snapshot/index.ts';
import { findOthers, isNothing, type Provided, toEdits } from '#features/libraries/metadata-layers/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import { type ImportServices, type Outcome, toOutcome } from './dependencies.ts';

interface Source {
  /** Name of the source program, which is the name of the provider. */
  program: string;
  nowMs: number;
}

type Ours = ReadonlyMap<string, string>;

export async function importProvidedSeries(
  { seriesMetadata }: Pick<ImportServices, 'seriesMetadata'>,
  { series, ours }: { series: Iterable<TheirSeries>; ours: Ours },
  source: Source,
): Promise<Outcome> {
  const outcome = toOutcome('series with other metadata');
  let lostCount = 0;
  for (const { id, title, provided = {} } of series) {
    if (Object.keys(provided).length === 0) continue;
    const ourId = ours.get(id);
    if (ourId === undefined) {
      lostCount++;
      continue;
    }
    const { locks: _, ...current } = await seriesMetadata.get(system, ourId);
    const before = findEntry(await seriesMetadata.listProvided(system, ourId), source);
    const { values, refused } = select(
      { provided, current, before, schema: patchSeriesMetadataSchema },
      source,
    );
    for (const field of refused)
      outcome.notes.push(reason('import_note_series_field', { field, series: title }));
    count(outcome, await provide(seriesMetadata, ourId, { id, before, values }, source));
  }
  noteLost(outcome, lostCount, 'import_note_lost_series');
  return outcome;
}

export async function importProvidedBooks(
  { bookMetadata }: Pick<ImportServices, 'bookMetadata'>,
  { books, ours }: { books: Iterable<TheirBook>; ours: Ours },
  source: Source,
): Promise<Outcome> {
  const outcome = toOutcome('books with other metadata');
  let lostCount = 0;
  for (const { id, path, provided = {} } of books) {
    if (Object.keys(provided).length === 0) continue;
    const ourId = ours.get(id);
    if (ourId === undefined) {
      lostCount++;
      continue;
    }
    const { locks: _, ...current } = await bookMetadata.get(system, ourId);
    const before = findEntry(await bookMetadata.listProvided(system, ourId), source);
    const { values, refused } = select(
      { provided, current, before, schema: patchBookMetadataSchema },
      source,
    );
    for (const field of refused) outcome.notes.push(reason('import_note_book_field', { field, path }));
    count(outcome, await provide(bookMetadata, ourId, { id, before, values }, source));
  }
  noteLost(outcome, lostCount);
  return outcome;
}

const count = (outcome: Outcome, isChanged: boolean): void => {
  if (isChanged) outcome.taken++;
  else outcome.known++;
};

const toProvider = ({ program }: Source): string => program.toLowerCase();

const findEntry = (all: readonly Provided[], source: Source): Provided | undefined =>
  all.find(({ provider }) => provider === toProvider(source));

interface Selection {
  provided: Readonly<Record<string, unknown>>;
  /** Current values of this server. */
  current: { alternateTitles?: { id: string }[]; externalLinks: { id: string }[]; releaseDate?: unknown };
  /** Values of an earlier import. */
  before: Provided | undefined;
  schema: {
    safeParse(value: unknown): { success: true; data: PatchSeriesMetadata | object } | { success: false };
  };
}

/** Selects values that were imported before, or differ from the current ones. Ignores case and order. */
function select(
  { provided, current, before, schema }: Selection,
  { nowMs }: Source,
): { values: Provided['values']; refused: string[] } {
  const stated = Object.fromEntries(
    Object.entries(provided).map(([field, value]) => [field, field === 'summary' ? toPlain(value) : value]),
  );
  const others = findOthers(stated, current);
  const values: Provided['values'] = {};
  const refused: string[] = [];
  for (const [field, value] of Object.entries(stated)) {
    const known = before?.values[field];
    if (isNothing(value) || (!known && !(field in others))) continue;
    if (field === 'releaseDate' && isPadded(value, current)) continue;
    if (known && Object.keys(findOthers({ [field]: value }, { [field]: known.value })).length === 0) {
      values[field] = known;
      continue;
    }
    const parsed = schema.safeParse({ [field]: value });
    if (!parsed.success) {
      refused.push(field);
      continue;
    }
    const completed = new Map<string, unknown>(Object.entries(toEdits(parsed.data, current)));
    values[field] = { value: completed.get(field), at: nowMs };
  }
  return { values, refused };
}

const maxSummary = 100_000;

/** Summaries of other programs may contain the markup of files. */
const toPlain = (value: unknown): unknown =>
  typeof value === 'string' ? toPlainText(value, maxSummary) : value;

/** Whether the value is the first day of the month or year that is already known. */
const isPadded = (value: unknown, { releaseDate }: { releaseDate?: unknown }): boolean =>
  typeof value === 'string' &&
  typeof releaseDate === 'string' &&
  value.startsWith(releaseDate) &&
  /^(?:-01){1,2}$/.test(value.slice(releaseDate.length));

interface Entry {
  /** Id at the source. */
  id: string;
  before: Provided | undefined;
  values: Provided['values'];
}

/** Returns whether values have changed. */
async function provide(
  service: ImportServices['seriesMetadata'] | ImportServices['bookMetadata'],
  ourId: string,
  { id, before, values }: Entry,
  source: Source,
): Promise<boolean> {
  const fields = Object.keys(values);
  const isSame = fields.every((field) => values[field] === before?.values[field]);
  if (isSame && fields.length === Object.keys(before?.values ?? {}).length) return false;
  const provider = toProvider(source);
  const entry: Provided = {
    provider,
    name: source.program,
    externalId: id,
    externalUrl: null,
    fields: null,
    values,
    dropped: [],
    takenAt: before?.takenAt ?? source.nowMs,
    refreshedAt: source.nowMs,
  };
  await service.provide(system, [ourId], (all) => [
    ...all.filter((one) => one.provider !== provider),
    ...(fields.length > 0 ? [entry] : []),
  ]);
  return true;
}
