// Stored data of a book that was read, and the values for its name. Pure.
import type { DroppedFields } from '@lectern/contract/ingest/drop-folder';
import type { FileFormat } from '@lectern/contract/values';
import { parseFileName, parseFolderName } from '@lectern/formats/file-name/parse-name';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { toDefined } from '@lectern/formats/values/defined';
import { type Reason, reason } from '#infrastructure/errors.ts';
import { toDisplayName, toLastName } from '#infrastructure/files/names.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { type BookReading, isBackup } from '../book-parsing/index.ts';
import { isGenericTitle } from '../series-assignment/index.ts';

type Metadata = Pick<
  EmbeddedMetadata,
  | 'title'
  | 'series'
  | 'numberText'
  | 'number'
  | 'volume'
  | 'chapter'
  | 'year'
  | 'publisher'
  | 'language'
  | 'ageRating'
> & { author?: string };

/** Stored as JSON in the row. */
export interface Facts {
  format: FileFormat | null;
  fileHash: string;
  pageCount: number;
  problem: Reason | null;
  metadata: Metadata;
}

/** Undefined until the file is read. */
export const readFacts = ({ reading }: { reading: string | null }): Facts | undefined =>
  reading === null ? undefined : JSON.parse(reading);

export function toFacts(reading: BookReading): Facts {
  const { format, fileHash, pageCount } = reading;
  const {
    title,
    series,
    numberText,
    number,
    volume,
    chapter,
    year,
    publisher,
    language,
    ageRating,
    authors,
  } = reading.metadata ?? {};
  const writers = authors?.filter(({ role }) => role === 'author' || role === 'writer') ?? [];
  const author = (writers.length > 0 ? writers : (authors ?? []))[0]?.name;
  return {
    format,
    fileHash,
    pageCount,
    problem: toProblem(reading),
    metadata: toDefined<Metadata>({
      title,
      series,
      numberText,
      number,
      volume,
      chapter,
      year,
      publisher,
      language,
      ageRating,
      author,
    }),
  };
}

const plainProblems = [
  ...(['backup', 'crashed', 'crc_mismatch', 'damaged', 'empty', 'encrypted', 'malformed', 'memory'] as const),
  ...(['missing_container', 'missing_items', 'missing_package', 'multi_volume', 'overlap'] as const),
  ...(['timeout', 'too_large', 'truncated', 'unknown_format', 'unsupported_format'] as const),
] as const;

function toProblem(reading: BookReading): Reason | null {
  if (reading.isReadable && !isBackup(reading)) return null;
  const { faults } = reading;
  const fault = faults.find(({ kind }) => kind !== 'metadata' && kind !== 'thumbnail') ?? faults[0];
  if (fault?.reason === 'missing_volume') return reason('file_missing_volume', { entry: fault.entry ?? '' });
  const known = plainProblems.find((one) => one === fault?.reason);
  return known === undefined ? reason('file_unreadable') : reason(`file_${known}`);
}

interface Named {
  folder: string;
  name: string;
}

export interface FoundFields {
  fields: DroppedFields;
  author: string;
  publisher: string;
  language: string;
  /** First year of the run of the series. */
  runYear: number | undefined;
}

const isYear = (value: number | undefined): value is number =>
  value !== undefined && value >= 1900 && value <= 2100;
const write = (value: string | number | undefined): string => (value === undefined ? '' : String(value));

/** `isLibrary`: a folder with this name represents a library and is not a series. */
export function toFound(
  { folder, name }: Named,
  { metadata }: Facts,
  isLibrary: (name: string) => boolean,
): FoundFields {
  const fileName = toDisplayName(name);
  const parsed = parseFileName(fileName);
  const above = toDisplayName(toLastName(folder));
  const within = above === '' || isLibrary(above) ? undefined : parseFolderName(above);
  const series = metadata.series ?? parsed.series ?? within?.series ?? within?.name;
  const own = metadata.title ?? '';
  const isGeneric = own === '' || isGenericTitle(own, { seriesName: series ?? '', fileName });
  const title = (isGeneric ? parsed.title : own) ?? '';
  const named = series ?? (title === '' ? parsed.name : title);
  const volume = isYear(metadata.volume) ? undefined : metadata.volume;
  const number = metadata.numberText ?? metadata.number ?? parsed.number?.text;
  return {
    fields: {
      series: named,
      volume: write(volume ?? parsed.volume ?? within?.volume),
      chapter: number === undefined ? write(metadata.chapter ?? parsed.chapter) : '',
      number: write(number),
      title: fold(title) === fold(named) ? '' : title,
      year: write(metadata.year ?? parsed.year ?? within?.year),
    },
    author: metadata.author ?? parsed.authors?.[0] ?? '',
    publisher: metadata.publisher ?? parsed.publisher ?? '',
    language: metadata.language ?? parsed.language ?? '',
    runYear: isYear(metadata.volume) ? metadata.volume : (parsed.seriesYear ?? within?.year),
  };
}
