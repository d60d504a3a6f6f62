// The page map of a book: the location of each page in its file. One compact value per book, so that serving
// a page does not parse the archive. A page takes a few bytes: columns of numbers are stored as differences,
// names without their common prefixes, and the whole is deflated.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { VolumeFile } from './archive/rar/volumes/source.ts';
import type { ArchiveKind } from './archive/readers.ts';
import type { EpubStructure } from './epub/structure.ts';

/** How an archive stores the bytes of an entry. */
export type EntryMethod = 'stored' | 'deflate' | 'other';

export interface StoredEntry {
  /** Name in the archive, prepared for display. */
  name: string;
  mediaType: string;
  /** Uncompressed size in bytes, as declared. */
  sizeBytes: number;
  packedBytes: number;
  method: EntryMethod;
  /** zip: offset of the local header; rar, 7z, tar: of the data; pdf: 0. */
  offset: number;
  /** Position among all entries of the archive; pdf: page index. */
  index: number;
  /** Null if the archive stores another checksum. */
  crc32: number | null;
  /**
   * 7z: compression method for unpacking from `offset` alone (archive/entry.ts). Absent if that is
   * impossible.
   */
  packing?: string;
}

export interface StoredPage extends StoredEntry {
  /** Pixels; for PDF points, rounded. Null if unknown. */
  width: number | null;
  height: number | null;
  /** Marked as a double page by the metadata. */
  isDouble: boolean;
}

/** `ebook`: a book that is converted to an EPUB when it is opened (formats/ebook). */
export type ContainerKind = ArchiveKind | 'pdf' | 'ebook';

export interface BookContent {
  container: ContainerKind;
  /** True if entries can only be unpacked in sequence from the first. */
  isSolid: boolean;
  pages: StoredPage[];
  /** EPUB: files that readers may request. Archive in several volumes: metadata files. */
  resources: StoredEntry[];
  /** The cover: index of a page or resource. Null if there is none. */
  cover: { page: number } | { resource: number } | null;
  /** Structure of an EPUB (formats/epub). Null for other books. */
  epub: EpubStructure | null;
  /**
   * The files of an archive in several volumes; `offset` counts through all of them. Absent for other books.
   */
  volumes?: readonly VolumeFile[];
  /**
   * Version of the converter that made the EPUB with these entries. Absent for books that are not converted.
   */
  madeBy?: number;
}

/**
 * Increased when converters change their output: positions, names and offsets of other versions are invalid.
 */
export const converterVersion = 3;

/** Whether a scanned book still has to be converted to an EPUB. */
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
  /** Indexes into the list of packings, -1 for none. Absent if no entry has one. */
  packings?: number[],
];

interface Encoded {
  c: ContainerKind;
  s: 0 | 1;
  t: string[];
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

/** Returns undefined if another program version wrote the value. The file must then be read again. */
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

/** Values that many entries share. Entries store indexes into these lists. */
interface Values {
  types: readonly string[];
  packings: readonly string[];
}

function toColumns(entries: readonly StoredEntry[], { types, packings }: Values): Columns {
  const columns: Columns = [
    shareStarts(entries.map((entry) => entry.name)),
    entries.map((entry) => types.indexOf(entry.mediaType)),
    entries.map((entry) => entry.sizeBytes),
    // The difference is 0 for stored entries.
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

/** Encodes each name as the length of the prefix shared with the previous name, and the rest: `7|012.jpg`. */
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
