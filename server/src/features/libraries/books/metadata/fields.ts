// The metadata of a book in layers: edits take precedence over provider values, which take precedence over the file.
// Pure.
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import {
  type BookField,
  bookFieldNames,
  bookMetadataFields,
  isListKind,
  plainBookFields,
  toNothing,
} from '@lectern/contract/libraries/metadata-fields';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { toDefined } from '@lectern/formats/values/defined';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { BookMetadataTable, BookTable } from '#schema/tables/libraries/book.ts';
import {
  findSaid,
  isNothing,
  isOfClient,
  type Layers,
  mergeLayers,
  type ProviderOrder,
} from '../../metadata-layers/index.ts';
import { editFacts, parseFacts, toFactsJson } from '../../reading-order/index.ts';

export type BookValues = Pick<BookMetadata, BookField>;
/**
 * `numberText` is the number as the user wrote it when it is not a plain number ("1-3"). It is not used for sorting.
 * `position` is the order key of a book that a user has placed in its series.
 */
type BookEdits = Partial<BookValues> & { numberText?: string; position?: string };
export type BookLocks = Partial<Record<BookField, boolean>>;

/** Values derived from the book's path and metadata by a scan. */
type Derived = Pick<BookTable, 'title' | 'titleSort' | 'chapter' | 'orderFacts' | 'releasedAt'>;

export interface Original {
  values: BookValues | null;
  /** JSON of values that no field shows but that series and lists use. */
  derived: Derived;
}

export type BookLayers = Layers<BookEdits, BookField>;

export const emptyValues: BookValues = toNothing(bookMetadataFields);

/** The effective values. */
export const mergeBook = (file: BookValues, layers: BookLayers, order: ProviderOrder): BookValues =>
  mergeLayers(file, layers, { fields: bookMetadataFields, order });

type Column = BookField & keyof BookMetadataTable;

/** The other fields are in the JSON column `lists`. */
const isColumn = (name: BookField): name is Column => {
  const { kind } = bookMetadataFields[name];
  return !isListKind(kind) && kind !== 'json' && !Object.hasOwn(plainBookFields, name);
};
const columnNames = bookFieldNames.filter(isColumn);
const listNames = bookFieldNames.filter((name) => !isColumn(name));
const isFlag = (name: BookField) => bookMetadataFields[name].kind === 'flag';

/** Columns with the values. Folded texts, which only conditions use, are not read. */
export const valueColumns = [...columnNames, 'lists'] as const;

export function toValues(row: Pick<BookMetadataTable, Column | 'lists'>): BookValues {
  const lists: Partial<BookValues> = JSON.parse(row.lists);
  const values: Record<string, unknown> = { ...emptyValues };
  for (const name of columnNames) {
    const value = row[name];
    values[name] = isFlag(name) && value !== null ? value === 1 : value;
  }
  for (const name of listNames) values[name] = lists[name] ?? emptyValues[name];
  return values as BookValues;
}

/** The parts of the JSON column `lists` that are not fields. */
export const withoutFields = (lists = '{}'): object =>
  Object.fromEntries(
    Object.entries(JSON.parse(lists)).filter(([name]) => !Object.hasOwn(bookMetadataFields, name)),
  );

/** Columns of the metadata row. `others` is merged into the JSON column `lists`. */
export function toMetadataColumns(values: BookValues, others: object) {
  const toColumn = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);
  const columns = columnNames.map((name) => [name, toColumn(values[name])]);
  const lists = listNames.filter((name) => !isNothing(values[name]));
  return {
    ...(Object.fromEntries(columns) as Pick<BookMetadataTable, Column>),
    ...toLookedUp(values),
    lists: JSON.stringify({ ...others, ...Object.fromEntries(lists.map((name) => [name, values[name]])) }),
  };
}

/** Columns used only by conditions. */
const toLookedUp = ({ summary }: BookValues) => ({
  summaryFolded: summary === null ? null : fold(summary),
});

/** Book columns that lists filter and sort by. */
export const toReleaseColumns = (releaseDate: string | null | undefined) => ({
  releasedAt: toReleasedAt(releaseDate),
  year: releaseDate ? Number.parseInt(releaseDate, 10) : null,
});

/** Start of a release date in UTC, in milliseconds. The date may consist of a year only. */
function toReleasedAt(releaseDate: string | null | undefined): number | null {
  const [, year, month = '01', day = '01'] =
    /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(releaseDate ?? '') ?? [];
  const ms = year === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isFinite(ms) ? ms : null;
}

/**
 * Columns of the book: the values derived by the scan, overridden by edits, by values of clients, and by titles of
 * providers.
 */
export function toBookColumns(
  { derived }: Original,
  merged: BookValues,
  { layers: { edits, locks, provided }, order }: { layers: BookLayers; order: ProviderOrder },
) {
  const find = (field: BookField) => findSaid(merged[field], field, provided, order)?.provided;
  const isSet = (field: 'title' | 'titleSort') => locks[field] || find(field) !== undefined;
  const title = isSet('title') && merged.title !== null ? merged.title : derived.title;
  const titleSort = isSet('titleSort') ? merged.titleSort : derived.titleSort;
  const facts = parseFacts(derived.orderFacts);
  const findStated = <F extends 'number' | 'volume' | 'chapter' | 'bookType' | 'edition'>(field: F) => {
    const provider = find(field);
    return locks[field] || (provider && isOfClient(provider)) ? merged[field] : undefined;
  };
  const stated = { volume: findStated('volume'), chapter: findStated('chapter') };
  const volume = stated.volume === undefined ? facts.volume : stated.volume;
  const orderEdits = {
    number: findStated('number'),
    numberText: edits.numberText,
    ...stated,
    bookType: findStated('bookType'),
    edition: findStated('edition'),
    date: merged.releaseDate,
    position: edits.position,
  };
  return {
    title,
    titleSort,
    titleFolded: fold(title),
    titleSortFolded: titleSort === null ? null : fold(titleSort),
    titleKey: toSortKey(titleSort ?? title),
    orderFacts: toFactsJson(editFacts(facts, orderEdits)),
    volume: volume === null ? null : Math.floor(volume),
    volumeText: volume === null ? null : String(volume),
    chapter: stated.chapter === undefined ? derived.chapter : stated.chapter,
    ...toReleaseColumns(merged.releaseDate),
  } satisfies Partial<BookTable>;
}

/** In the shape of file metadata. */
export const toEmbedded = (values: BookValues): EmbeddedMetadata =>
  toDefined<EmbeddedMetadata>({
    source: 'comic_info',
    title: values.title ?? undefined,
    titleSort: values.titleSort ?? undefined,
    series: values.series ?? undefined,
    seriesPosition: values.seriesPosition ?? undefined,
    seriesTotal: values.seriesTotal ?? undefined,
    number: values.number ?? undefined,
    volume: values.volume ?? undefined,
    summary: values.summary ?? undefined,
    authors: values.authors.map(({ sortName, ...one }) => (sortName === null ? one : { ...one, sortName })),
    publisher: values.publisher ?? undefined,
    imprint: values.imprint ?? undefined,
    language: values.language ?? undefined,
    releaseDate: values.releaseDate ?? undefined,
    originalYear: values.originalYear ?? undefined,
    isbns: values.isbns,
    identifiers: values.externalIds.map(({ source, externalId }) => ({
      scheme: source.toLowerCase(),
      value: externalId,
    })),
    externalLinks: values.externalLinks,
    genres: values.genres,
    tags: values.tags,
    subjects: values.subjects,
    characters: values.characters,
    teams: values.teams,
    locations: values.locations,
    storyArcs: values.storyArcs.map((name) => ({ name })),
    ageRating: values.ageRating ?? undefined,
    readingDirection: values.readingDirection ?? undefined,
    manga: values.manga ?? undefined,
    blackAndWhite: values.blackAndWhite ?? undefined,
    formatDetail: values.formatDetail ?? undefined,
    scanInformation: values.scanInformation ?? undefined,
  });
