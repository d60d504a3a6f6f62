// Writes fields into a series.json and keeps everything else.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { SeriesMetadata } from '../metadata.ts';
import { parseAgeRating } from '../values/age-rating.ts';
import { jsonList, parseJsonObject, toJsonObject } from '../values/json.ts';

/** JSON members of each writable field. */
const membersOf = {
  title: ['name'],
  publisher: ['publisher'],
  imprint: ['imprint'],
  year: ['year'],
  summary: ['description_text', 'description_formatted'],
  status: ['status'],
  ageRating: ['age_rating'],
  totalChapterCount: ['total_issues'],
  identifiers: ['comicid'],
} as const satisfies Partial<Record<keyof SeriesMetadata, readonly string[]>>;

export type SeriesJsonField = keyof typeof membersOf;
export const isSeriesJsonField = (name: string): name is SeriesJsonField => Object.hasOwn(membersOf, name);
export const seriesJsonFields = Object.keys(membersOf).filter(isSeriesJsonField);

/** The values of the format. Other ages and statuses cannot be written. */
const ages: ReadonlyMap<number, string> = new Map(
  ['All', '9+', '12+', '15+', '17+', 'Adult'].map((word) => [parseAgeRating(word) ?? 0, word]),
);
const statuses: ReadonlyMap<string, string> = new Map([
  ['ongoing', 'Continuing'],
  ['ended', 'Ended'],
]);

/** Returns the value of each member; null if unspecified. */
const toMembers = (series: SeriesMetadata): Record<string, string | number | null> => ({
  name: series.title ?? null,
  publisher: series.publisher ?? null,
  imprint: series.imprint ?? null,
  year: series.year ?? null,
  description_text: series.summary ?? null,
  description_formatted: series.summary ?? null,
  status: statuses.get(series.status ?? '') ?? null,
  age_rating: (series.ageRating !== undefined && ages.get(series.ageRating)) || null,
  total_issues: series.totalChapterCount ?? null,
  comicid: toComicVineId(series),
});

function toComicVineId({ identifiers = [] }: SeriesMetadata): number | null {
  const value = identifiers.find(({ scheme }) => scheme === 'comicvine')?.value ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Whether two series have the same value of a field in a series.json. */
export const isSameInSeriesJson = (
  field: SeriesJsonField,
  metadata: SeriesMetadata,
  other: SeriesMetadata,
): boolean => {
  const first = toMembers(metadata);
  const second = toMembers(other);
  return membersOf[field].every((member) => first[member] === second[member]);
};

/** Whether a series.json can express the value of a field, including its absence. */
export function canSayInSeriesJson(field: SeriesJsonField, series: SeriesMetadata): boolean {
  if (field === 'title') return series.title !== undefined;
  // Readers ignore the number of a series that is not finished.
  if (field === 'totalChapterCount') return series.status === 'ended';
  const isStated = field === 'identifiers' ? true : series[field] !== undefined;
  return (
    !isStated ||
    field === 'identifiers' ||
    membersOf[field].every((member) => toMembers(series)[member] !== null)
  );
}

/** Mylar 1.0.2: every member exists, even without a value. */
const newDocument = {
  version: '1.0.2',
  metadata: {
    type: 'comicSeries',
    publisher: null,
    imprint: null,
    name: null,
    comicid: null,
    year: null,
    description_text: null,
    description_formatted: null,
    volume: null,
    booktype: null,
    age_rating: null,
    collects: null,
    comic_image: null,
    total_issues: 0,
    publication_run: null,
    status: null,
  },
};

/**
 * Returns the document with the values of `fields` from `metadata`, or a new document. Throws FormatError
 * `metadata` if the document is malformed or of another kind.
 */
export function editSeriesJson(
  bytes: Uint8Array | undefined,
  { metadata, fields }: { metadata: SeriesMetadata; fields: readonly SeriesJsonField[] },
  limits: Limits,
): string {
  if (bytes !== undefined && bytes.length > limits.maxDocumentBytes)
    throw new FormatError('metadata', 'The JSON document is too large', { reason: 'too_large' });
  const text = bytes === undefined ? undefined : decode(bytes);
  const document = text === undefined ? newDocument : parseJsonObject(text);
  const [first, ...others] = jsonList(document, 'metadata');
  const series = toJsonObject(first ?? document?.metadata);
  if (!document || !series || !/^comicseries$/i.test(String(series.type ?? 'comicSeries')))
    throw new FormatError('metadata', 'series.json does not describe a comic series', {
      reason: 'malformed',
    });
  const said = toMembers(metadata);
  const written = fields
    .flatMap((field): readonly string[] => membersOf[field])
    .flatMap((member) => {
      // Without an existing formatted description, the plain one is sufficient.
      if (member === 'description_formatted' && (series[member] ?? null) === null) return [];
      return [[toKnownName(series, member), said[member] ?? null]];
    });
  const edited = { ...series, ...Object.fromEntries(written) };
  return formatLike({ ...document, metadata: first === undefined ? edited : [edited, ...others] }, text);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FormatError('metadata', 'The JSON document is not UTF-8', { reason: 'malformed', cause });
  }
}

/** Versions before 1.0.2 use another name for the id. */
const toKnownName = (series: Readonly<Record<string, unknown>>, member: string): string =>
  member === 'comicid' && !('comicid' in series) && 'cid' in series ? 'cid' : member;

/** Keeps the previous indentation and line ends. */
function formatLike(document: object, before: string | undefined): string {
  const indent = before === undefined ? '  ' : (/^\s*\{\r?\n([ \t]+)/.exec(before)?.[1] ?? '');
  const text = JSON.stringify(document, null, indent);
  const eol = before?.includes('\r\n') ? '\r\n' : '\n';
  const end = before === undefined || before.endsWith('\n') ? eol : '';
  return text.replaceAll('\n', eol) + end;
}
