// Derives the series, title and numbers of a book from its path and metadata. Pure.
import type { BookStrategy, NumberStrategy } from '@lectern/contract/values';
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { noNumber } from '#catalog/sorts.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { toNumbers } from './naming/numbers.ts';
import { toBookTitle } from './naming/titles.ts';
import type { AssignBook } from './strategies/strategy.ts';

/** Metadata used by the rules. */
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
  /** Folder relative to the root, and file name, as text. */
  folder: string;
  name: string;
  /** Zero-based position among the book files of its folder. */
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
  /** Sort key in the series. Books without a number come last. */
  sortNumber: number;
}

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
  const assigned = assignBook(toDisplayName(joinNames(file.folder, file.name)), {
    rootName,
    metadata,
    parsed,
  });
  const numbers = toNumbers({
    strategy: numberStrategy,
    metadata: { ...metadata, number: metadata.numberText ?? metadata.number ?? null },
    parsed,
    assigned,
    orderInFolder: file.order + 1,
  });
  const title = toBookTitle({
    strategy: bookStrategy,
    title: metadata.title,
    parsed,
    assignedTitle: assigned.title,
    fileName,
    seriesName: assigned.seriesName,
    numbers,
  });
  return {
    series: {
      key: assigned.seriesKey,
      name: assigned.seriesName,
      path: assigned.seriesPath,
      year: assigned.year ?? null,
    },
    title,
    titleSort: title === metadata.title ? (metadata.titleSort ?? null) : null,
    number: numbers.number,
    volume: numbers.volume,
    chapter: numbers.chapter,
    sortNumber: numbers.sortNumber ?? noNumber,
  };
}
