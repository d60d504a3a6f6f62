// Writes metadata into a book's file: ComicInfo.xml in a zipped comic, or the package document of an EPUB.
import { isDeepStrictEqual } from 'node:util';
import { type ArchiveIndex, mapEntries } from '../archive/entry.ts';
import { readZipIndex } from '../archive/zip/directory.ts';
import { readZipEntry } from '../archive/zip/read.ts';
import { replaceZipEntry, type ZipPart } from '../archive/zip/replace.ts';
import { type ComicInfoField, editComicInfo } from '../comic-info/edit.ts';
import { toEmbeddedMetadata as toComicInfoMetadata } from '../comic-info/embedded.ts';
import { findComicInfoName } from '../comic-info/names.ts';
import { parseComicInfo } from '../comic-info/parse.ts';
import { createFinder, type EpubArchive } from '../epub/archive.ts';
import { readEncryption } from '../epub/encryption.ts';
import { readEpubPackage } from '../epub/package.ts';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { editOpf, type OpfField } from '../opf/edit.ts';
import { toEmbeddedMetadata as toOpfMetadata } from '../opf/embedded.ts';
import { parseOpf } from '../opf/parse.ts';
import type { ByteSource } from '../source.ts';

export type FileEdit = { metadata: EmbeddedMetadata; modifiedAt: Date } & (
  | { kind: 'comic_info'; fields: readonly ComicInfoField[] }
  | { kind: 'opf'; fields: readonly OpfField[] }
);

/** The only entries in which a written file differs from the former one. */
export interface WrittenEntry {
  name: string;
  /** Name of the removed entry that it replaces, if it is another one. */
  formerName?: string | undefined;
}

interface EditedBook {
  entry: WrittenEntry;
  parts: ZipPart[];
}

const comicInfoName = 'ComicInfo.xml';
const signatures = 'META-INF/signatures.xml';

/**
 * Returns undefined if the file cannot hold the values better than now, so that it is not written again and again. Throws
 * FormatError like the readers, `encrypted` for EPUBs with rights management, `signed` for EPUBs with
 * signatures.
 */
export function editBook(source: ByteSource, edit: FileEdit, limits: Limits): EditedBook | undefined {
  const index = readZipIndex(source, limits);
  const { modifiedAt } = edit;
  const { known, content, ...entry } =
    edit.kind === 'opf' ? toOpf(source, index, edit, limits) : toComicInfo(source, index, edit, limits);
  if (known && isSameMetadata(edit.kind, known, content, limits)) return undefined;
  return {
    entry,
    parts: replaceZipEntry(source, { ...entry, content: Buffer.from(content), modifiedAt }, limits),
  };
}

/** Whether two documents have the same values for readers. */
export function isSameMetadata(
  kind: FileEdit['kind'],
  before: Uint8Array,
  after: string,
  limits: Limits,
): boolean {
  const read = (bytes: Uint8Array) => {
    if (kind === 'opf') return toOpfMetadata(parseOpf(bytes, limits));
    const info = parseComicInfo(bytes, limits);
    return info && toComicInfoMetadata(info);
  };
  return isDeepStrictEqual(read(before), read(Buffer.from(after)));
}

interface NewDocument extends WrittenEntry {
  known: Uint8Array | undefined;
  content: string;
}

type EditOf<Kind extends FileEdit['kind']> = FileEdit & { kind: Kind };

/** Other programs find the document only under the name of the schema, at the root. */
function toComicInfo(
  source: ByteSource,
  index: ArchiveIndex,
  edit: EditOf<'comic_info'>,
  limits: Limits,
): NewDocument {
  const byName = mapEntries(index);
  const name = findComicInfoName(byName.keys());
  const entry = name === undefined ? undefined : byName.get(name);
  const known = entry && readZipEntry(source, entry, limits);
  const content = editComicInfo(known, edit, limits);
  if (name === undefined || name === comicInfoName) return { name: comicInfoName, known, content };
  return { name: comicInfoName, formerName: name, known, content };
}

function toOpf(source: ByteSource, index: ArchiveIndex, edit: EditOf<'opf'>, limits: Limits): NewDocument {
  const byName = mapEntries(index);
  const archive: EpubArchive = {
    entries: index.entries.filter(({ isDirectory, isSymlink }) => !isDirectory && !isSymlink),
    read(entry) {
      const found = byName.get(entry.name);
      if (!found) throw new FormatError('parser', 'The EPUB is damaged', { reason: 'damaged' });
      return readZipEntry(source, found, limits);
    },
  };
  const find = createFinder(archive);
  readEncryption(archive, find, limits);
  if (find({ name: signatures }))
    throw new FormatError('parser', 'The EPUB is signed: a change would break its signature', {
      reason: 'signed',
      entry: signatures,
    });
  const { opfName } = readEpubPackage(archive, limits);
  const entry = byName.get(opfName);
  const known = entry ? readZipEntry(source, entry, limits) : new Uint8Array(0);
  const { modifiedAt } = edit;
  return { name: opfName, known, content: editOpf(known, edit, { limits, modifiedAt }) };
}

/** Throws FormatError `parser` unless the new file contains every other entry of the old one unchanged. */
export function checkEdited(
  before: ByteSource,
  after: ByteSource,
  { name: writtenName, formerName }: WrittenEntry,
  limits: Limits,
): void {
  const [old, now] = [before, after].map((source) =>
    readZipIndex(source, limits)
      .entries.filter(({ name }) => name !== writtenName && name !== formerName)
      .map(({ name, crc32, sizeBytes, packedBytes, method }) => [
        name,
        crc32,
        sizeBytes,
        packedBytes,
        method,
      ]),
  );
  const index = readZipIndex(after, limits);
  const written = mapEntries(index).get(writtenName);
  if (written) readZipEntry(after, written, limits);
  if (!written || JSON.stringify(old) !== JSON.stringify(now))
    throw new FormatError('parser', 'The new file failed verification', { reason: 'damaged' });
}
