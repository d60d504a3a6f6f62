// Derives the series, title and numbers of a book from its path and metadata. Pure.
import type { BookStrategy, NumberStrategy, SeriesStrategy } from '@lectern/contract/values';
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import type { OrderFacts } from '#features/libraries/reading-order/index.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { type NameFacts, toNameFacts } from './naming/name-facts.ts';
import { toNumbers } from './naming/numbers.ts';
import { type OrderMetadata, toOrderFacts } from './naming/order-facts.ts';
import { toBookTitle } from './naming/titles.ts';
import type { AssignBook } from './strategies/strategy.ts';

/** Metadata used by the rules. */
interface MetadataFacts extends OrderMetadata {
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
  metadata: MetadataFacts | null;
}

export interface Derived {
  series: { key: string; name: string; path: string | null; year: number | null };
  title: string;
  titleSort: string | null;
  chapter: number | null;
  /** The book's other numbers, and what places it in its series. */
  order: OrderFacts;
  /** Values of the names, for fields that the metadata leaves empty. */
  named: NameFacts;
}

export interface Rules {
  rootName: string;
  assignBook: AssignBook;
  bookStrategy: BookStrategy;
  numberStrategy: NumberStrategy;
  seriesStrategy: SeriesStrategy;
}

export function deriveBook(
  { rootName, assignBook, bookStrategy, numberStrategy, seriesStrategy }: Rules,
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
    chapter: numbers.chapter,
    named: toNameFacts(parsed, toDisplayName(file.folder).split('/').at(-1) || undefined),
    order: {
      ...toOrderFacts({
        numbers,
        metadata,
        parsed,
        foldersBelow: listFoldersBelow(toDisplayName(file.folder), assigned.seriesPath),
        numberStrategy,
        seriesStrategy,
      }),
      seriesName: assigned.seriesKey.startsWith('name:') ? assigned.seriesName : null,
    },
  };
}

function listFoldersBelow(folder: string, seriesPath: string | null): string[] {
  if (seriesPath === null || !folder.startsWith(seriesPath)) return [];
  return folder
    .slice(seriesPath.length)
    .split('/')
    .filter((part) => part !== '');
}
