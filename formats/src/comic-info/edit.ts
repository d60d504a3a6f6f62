// Writes fields into a ComicInfo.xml and keeps everything else: other fields, pages, and elements of other
// programs.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { applyChanges, readEditable, toRemoval, type XmlChange, type XmlRange } from '../xml/edit.ts';
import { toComicInfoElements, writeComicInfo } from './write.ts';

/** XML elements of each writable field. */
const elementsOf = {
  title: ['Title'],
  series: ['Series'],
  number: ['Number'],
  seriesTotal: ['Count'],
  volume: ['Volume'],
  summary: ['Summary'],
  releaseDate: ['Year', 'Month', 'Day'],
  authors: [
    ...['Writer', 'Penciller', 'Inker', 'Colorist', 'Letterer', 'CoverArtist', 'Editor', 'Translator'],
  ],
  publisher: ['Publisher'],
  imprint: ['Imprint'],
  genres: ['Genre'],
  tags: ['Tags'],
  externalLinks: ['Web'],
  language: ['LanguageISO'],
  formatDetail: ['Format'],
  blackAndWhite: ['BlackAndWhite'],
  manga: ['Manga'],
  readingDirection: ['Manga'],
  characters: ['Characters'],
  teams: ['Teams'],
  locations: ['Locations'],
  scanInformation: ['ScanInformation'],
  ageRating: ['AgeRating'],
  isbns: ['GTIN'],
} as const satisfies Partial<Record<keyof EmbeddedMetadata, readonly string[]>>;

export type ComicInfoField = keyof typeof elementsOf;
export const comicInfoFieldNames: readonly string[] = Object.keys(elementsOf);

/** The order of the schema (ComicInfo 2.1). */
const schemaOrder: ReadonlyMap<string, number> = new Map(
  [
    ...['Title', 'Series', 'Number', 'Count', 'Volume', 'AlternateSeries', 'AlternateNumber'],
    ...['AlternateCount', 'Summary', 'Notes', 'Year', 'Month', 'Day', 'Writer', 'Penciller', 'Inker'],
    ...['Colorist', 'Letterer', 'CoverArtist', 'Editor', 'Translator', 'Publisher', 'Imprint', 'Genre'],
    ...['Tags', 'Web', 'PageCount', 'LanguageISO', 'Format', 'BlackAndWhite', 'Manga', 'Characters'],
    ...['Teams', 'Locations', 'ScanInformation', 'StoryArc', 'StoryArcNumber', 'SeriesGroup', 'AgeRating'],
    ...['Pages', 'CommunityRating', 'MainCharacterOrTeam', 'Review', 'GTIN'],
  ].map((name, i) => [name.toLowerCase(), i]),
);

/**
 * Returns the document with the values of `fields` from `metadata`; fields without a value are removed.
 * Creates a document if there is none. Throws FormatError `metadata` if the document is malformed or not a
 * ComicInfo.
 */
export function editComicInfo(
  bytes: Uint8Array | undefined,
  { metadata, fields }: { metadata: EmbeddedMetadata; fields: readonly ComicInfoField[] },
  limits: Limits,
): string {
  const names = new Set(fields.flatMap((field): readonly string[] => elementsOf[field]));
  const lines = toComicInfoElements(metadata).filter((line) => names.has(nameOf(line)));
  if (bytes === undefined || isBlank(bytes)) return writeComicInfo(lines);
  const { text, elements } = readEditable(bytes, limits, 2);
  const [root, ...children] = elements;
  if (root?.local !== 'comicinfo')
    throw new FormatError('metadata', 'ComicInfo.xml has an unexpected root element', {
      reason: 'malformed',
    });
  if (!/<\/[^<>]*>$/.test(text.slice(root.contentStart, root.end))) return writeComicInfo(lines);
  const isEdited = new Set([...names].map((name) => name.toLowerCase()));
  const kept = children.filter(({ local }) => !isEdited.has(local));
  const removed = children.filter(({ local }) => isEdited.has(local));
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return applyChanges(text, [
    ...removed.map((element) => toRemoval(text, element)),
    ...lines.map((line) => toInsertion(line, { root, kept, eol })),
  ]);
}

const nameOf = (line: string): string => /<(\w+)/.exec(line)?.[1] ?? '';

const isBlank = (bytes: Uint8Array): boolean => bytes.length < 1000 && bytes.every((byte) => byte <= 0x20);

/** Inserts the line after the last kept element that precedes it in the schema. */
function toInsertion(
  line: string,
  { root, kept, eol }: { root: XmlRange; kept: readonly XmlRange[]; eol: string },
): XmlChange {
  const rank = schemaOrder.get(nameOf(line).toLowerCase()) ?? 0;
  const before = kept.findLast(({ local }) => (schemaOrder.get(local) ?? schemaOrder.size) < rank);
  const at = before?.end ?? root.contentStart;
  return { start: at, end: at, text: eol + line };
}
