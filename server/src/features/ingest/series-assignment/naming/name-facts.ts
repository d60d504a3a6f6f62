// Values in file and folder names for fields that the metadata of a book leaves empty. Pure.
import { parseFolderName } from '@lectern/formats/file-name/parse-name';
import type { ParsedName } from '@lectern/formats/file-name/parsed-name';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { toDefined } from '@lectern/formats/values/defined';

export interface NameFacts {
  authors?: string[];
  publisher?: string;
  language?: string;
  releaseDate?: string;
  isbn?: string;
  edition?: string;
}

/** `folder`: name of the folder of the file, which only states values that its books share. Undefined for the root. */
export function toNameFacts(parsed: ParsedName, folder: string | undefined): NameFacts {
  const within = folder === undefined ? undefined : parseFolder(folder);
  return toDefined<NameFacts>({
    authors: parsed.authors,
    publisher: parsed.publisher ?? within?.publisher,
    language: parsed.language ?? within?.language,
    releaseDate: toReleaseDate(parsed),
    isbn: parsed.isbn,
    edition: parsed.edition ?? within?.edition,
  });
}

/** Consecutive files are often in one folder. */
let lastFolder: { name: string; parsed: ParsedName } | undefined;

function parseFolder(name: string): ParsedName {
  if (lastFolder?.name !== name) lastFolder = { name, parsed: parseFolderName(name) };
  return lastFolder.parsed;
}

/** A range of years, and the year of a run, belong to the series. */
function toReleaseDate({ year, yearEnd, seriesYear, month, day }: ParsedName): string | undefined {
  if (year === undefined || yearEnd !== undefined || (month === undefined && year === seriesYear))
    return undefined;
  const parts = [month, month === undefined ? undefined : day].flatMap((part) =>
    part === undefined ? [] : [String(part).padStart(2, '0')],
  );
  return [String(year), ...parts].join('-');
}

/** Fills empty fields. Null if neither contains anything. */
export function completeMetadata(
  metadata: EmbeddedMetadata | null,
  { authors, publisher, language, releaseDate, isbn, edition }: NameFacts,
): EmbeddedMetadata | null {
  const found = toDefined<Partial<EmbeddedMetadata>>({
    authors: metadata?.authors ? undefined : authors?.map((name) => ({ name, role: 'author' as const })),
    publisher: metadata?.publisher === undefined ? publisher : undefined,
    language: metadata?.language === undefined ? language : undefined,
    releaseDate: metadata?.releaseDate === undefined ? releaseDate : undefined,
    isbns: metadata?.isbns || isbn === undefined ? undefined : [isbn],
    edition: metadata?.edition === undefined ? edition : undefined,
  });
  if (Object.keys(found).length === 0) return metadata;
  return { ...(metadata ?? { source: 'name' }), ...found };
}
