// The map of a book: where each page lies in its file. One compact value a book, so that serving a page parses no
// archive. A few bytes a page: columns of numbers as differences, names without what they share, deflated.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { VolumeFile } from './archive/rar/volumes/source.ts';
import type { ArchiveKind } from './archive/readers.ts';
import type { EpubStructure } from './epub/structure.ts';

/** How the bytes of an entry are kept in an archive. */
export type EntryMethod = 'stored' | 'deflate' | 'other';

export interface StoredEntry {
  /** Name in the archive, as it is shown. */
  name: string;
  mediaType: string;
  /** Unpacked bytes, as declared. */
  sizeBytes: number;
  packedBytes: number;
  method: EntryMethod;
  /** zip: offset of the local header; rar, tar: of the data; pdf: 0. */
  offset: number;
  /** Position among all entries of the archive; pdf: of the page. */
  index: number;
  /** Null where the archive keeps another checksum. */
  crc32: number | null;
  /** 7z: how it is unpacked from its offset alone (archive/entry.ts); absent where that cannot be. */
  packing?: string;
}

export interface StoredPage extends StoredEntry {
  /** Pixels; for PDF points, rounded. Null when they could not be read. */
  width: number | null;
  height: number | null;
  /** Marked as a double page by the metadata. */
  isDouble: boolean;
}

/** `ebook`: a book that becomes an EPUB when it is opened (formats/ebook). */
export type ContainerKind = ArchiveKind | 'pdf' | 'ebook';

export interface BookContent {
  container: ContainerKind;
  /** Entries can only be unpacked one after the other from the first. */
  isSolid: boolean;
  pages: StoredPage[];
  /** Files inside an EPUB that readers may ask for; of an archive in several volumes what is said of it beside its pages. */
  resources: StoredEntry[];
  /** The picture that stands for the book: a page or a resource by its place in the list, null when there is none. */
  cover: { page: number } | { resource: number } | null;
  /** What an EPUB is, as formats/epub keeps it; null for other books. */
  epub: EpubStructure | null;
  /** The files of an archive in several volumes, whose offsets go through all of them; absent for other books. */
  volumes?: readonly VolumeFile[];
  /** By which converter the EPUB was made that the entries are of; absent for books that are read as they are. */
  madeBy?: number;
}

/** Changes with what converters make: positions, names and offsets in the EPUBs of another version mean nothing. */
export const converterVersion = 2;

/** Whether a book is still to become the EPUB as which it is read: what a scan keeps of it. */
export const isToConvert = ({ container, epub, madeBy }: BookContent): boolean =>
  container === 'ebook' && (epub === null || madeBy !== converterVersion);

const version = 1;
const methods: readonly EntryMethod[] = ['stored', 'deflate', 'other'];

type Columns = [
  names: string[],
  types: number[],
  sizes: number[],
  packed: number[],
  method: number[],
  offsets: number[],
  indexes: number[],
  crcs: number[],
  /** Places in the list of them, -1 for none; absent when no entry has one. */
  packings?: number[],
];

interface Encoded {
  c: ContainerKind;
  s: 0 | 1;
  t: string[];
  /** Packings. */
  q?: string[];
  p: Columns;
  w: number[];
  h: number[];
  d: number[];
  r: Columns;
  k: BookContent['cover'];
  e: EpubStructure | null;
  m?: number;
  v?: readonly (readonly [name: string, sizeBytes: number, modifiedUs: number])[];
}

export function encodeContent(content: BookContent): Uint8Array {
  const entries = [...content.pages, ...content.resources];
  const types = [...new Set(entries.map((entry) => entry.mediaType))];
  const packings = [...new Set(entries.flatMap((entry) => entry.packing ?? []))];
  const values = { types, packings };
  const encoded: Encoded = {
    c: content.container,
    s: content.isSolid ? 1 : 0,
    t: types,
    ...(packings.length > 0 && { q: packings }),
    p: toColumns(content.pages, values),
    w: toDifferences(content.pages.map((page) => page.width ?? -1)),
    h: toDifferences(content.pages.map((page) => page.height ?? -1)),
    d: content.pages.flatMap((page, i) => (page.isDouble ? [i] : [])),
    r: toColumns(content.resources, values),
    k: content.cover,
    e: content.epub ?? null,
    ...(content.madeBy !== undefined && { m: content.madeBy }),
    ...(content.volumes && {
      v: content.volumes.map(({ name, sizeBytes, modifiedUs }) => [name, sizeBytes, modifiedUs] as const),
    }),
  };
  const packed = deflateRawSync(JSON.stringify(encoded), { level: 3 });
  return Buffer.concat([Buffer.of(version), packed]);
}

/** Undefined when the value was written by another version of the program: then the file is read again. */
export function decodeContent(bytes: Uint8Array): BookContent | undefined {
  if (bytes[0] !== version) return undefined;
  const { c, s, t, q, p, w, h, d, r, k, e, m, v } = JSON.parse(
    inflateRawSync(bytes.subarray(1)).toString(),
  ) as Encoded;
  const widths = fromDifferences(w);
  const heights = fromDifferences(h);
  const doubles = new Set(d);
  const values = { types: t, packings: q ?? [] };
  const pages = fromColumns(p, values).map((entry, i) => ({
    ...entry,
    width: orNull(widths[i]),
    height: orNull(heights[i]),
    isDouble: doubles.has(i),
  }));
  return {
    container: c,
    isSolid: s === 1,
    pages,
    resources: fromColumns(r, values),
    cover: k,
    epub: e,
    ...(m !== undefined && { madeBy: m }),
    ...(v && { volumes: v.map(([name, sizeBytes, modifiedUs]) => ({ name, sizeBytes, modifiedUs })) }),
  };
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || value < 0 ? null : value;

/** What many entries have in common: each says its place in these. */
interface Values {
  types: readonly string[];
  packings: readonly string[];
}

function toColumns(entries: readonly StoredEntry[], { types, packings }: Values): Columns {
  const columns: Columns = [
    shareStarts(entries.map((entry) => entry.name)),
    entries.map((entry) => types.indexOf(entry.mediaType)),
    entries.map((entry) => entry.sizeBytes),
    // Stored entries are as long as they are packed.
    entries.map((entry) => entry.sizeBytes - entry.packedBytes),
    entries.map((entry) => methods.indexOf(entry.method)),
    toDifferences(entries.map((entry) => entry.offset)),
    toDifferences(entries.map((entry) => entry.index)),
    entries.map((entry) => entry.crc32 ?? -1),
  ];
  if (packings.length > 0) columns[8] = entries.map(({ packing }) => packings.indexOf(packing ?? ''));
  return columns;
}

function fromColumns(
  [names, types, sizes, saved, method, offsets, indexes, crcs, packed = []]: Columns,
  known: Values,
): StoredEntry[] {
  const starts = fromDifferences(offsets);
  const positions = fromDifferences(indexes);
  return restoreStarts(names).map((name, i) => ({
    name,
    mediaType: known.types[types[i] ?? 0] ?? 'application/octet-stream',
    sizeBytes: sizes[i] ?? 0,
    packedBytes: (sizes[i] ?? 0) - (saved[i] ?? 0),
    method: methods[method[i] ?? 2] ?? 'other',
    offset: starts[i] ?? 0,
    index: positions[i] ?? 0,
    crc32: orNull(crcs[i]),
    ...toPacking(known.packings[packed[i] ?? -1]),
  }));
}

const toPacking = (packing: string | undefined) => packing !== undefined && { packing };

const toDifferences = (values: readonly number[]): number[] =>
  values.map((value, i) => value - (values[i - 1] ?? 0));

function fromDifferences(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}

/** Each name as how many characters it shares with the one before, and the rest: `7|012.jpg`. */
function shareStarts(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const before = names[i - 1] ?? '';
    let shared = 0;
    while (shared < name.length && shared < before.length && name[shared] === before[shared]) shared++;
    return `${shared}|${name.slice(shared)}`;
  });
}

function restoreStarts(names: readonly string[]): string[] {
  let before = '';
  return names.map((text) => {
    const bar = text.indexOf('|');
    before = before.slice(0, Number(text.slice(0, bar))) + text.slice(bar + 1);
    return before;
  });
}
