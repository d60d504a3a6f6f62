// Everything about a book that follows from its path and its metadata: its series, title and numbers. Pure.
import type { BookStrategy, NumberStrategy } from '@lectern/contract/values';
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { toNumbers } from './naming/numbers.ts';
import { toBookTitle } from './naming/titles.ts';
import type { AssignBook } from './strategies/strategy.ts';

/** What the rules look at of a book's metadata. */
interface MetadataFacts {
  title?: string | undefined;
  titleSort?: string | undefined;
  numberText?: string | undefined;
  number?: number | undefined;
  volume?: number | undefined;
  chapter?: number | undefined;
  series?: string | undefined;
}

export interface AssignableFile {
  /** Folder relative to the root, and name of the file, as text. */
  folder: string;
  name: string;
  /** Position among the book files of its folder, from 0. */
  order: number;
  metadata: MetadataFacts | null;
}

export interface Derived {
  series: { key: string; name: string; path: string | null; year: number | null };
  title: string;
  titleSort: string | null;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  /** Place in the series; without a number after all others. */
  sortNumber: number;
}

/** Order of a book without a number. */
const noNumber = 1e300;

export interface Rules {
  rootName: string;
  assignBook: AssignBook;
  bookStrategy: BookStrategy;
  numberStrategy: NumberStrategy;
}

export function deriveBook(
  { rootName, assignBook, bookStrategy, numberStrategy }: Rules,
  file: AssignableFile,
): Derived {
  const metadata = file.metadata ?? {};
  const fileName = toDisplayName(file.name);
  const parsed = parseFileName(fileName);
  const placed = assignBook(toDisplayName(joinNames(file.folder, file.name)), { rootName, metadata, parsed });
  const numbers = toNumbers({
    strategy: numberStrategy,
    metadata: { ...metadata, number: metadata.numberText ?? metadata.number ?? null },
    parsed,
    placed,
    orderInFolder: file.order + 1,
  });
  const title = toBookTitle({
    strategy: bookStrategy,
    title: metadata.title,
    parsed,
    placedTitle: placed.title,
    fileName,
    seriesName: placed.seriesName,
    numbers,
  });
  return {
    series: {
      key: placed.seriesKey,
      name: placed.seriesName,
      path: placed.seriesPath,
      year: placed.year ?? null,
    },
    title,
    titleSort: title === metadata.title ? (metadata.titleSort ?? null) : null,
    number: numbers.number,
    volume: numbers.volume,
    chapter: numbers.chapter,
    sortNumber: numbers.sortNumber ?? noNumber,
  };
}
