// Writes metadata into a book's file: ComicInfo.xml in a zipped comic, or the package document of an EPUB.
import { type ArchiveIndex, mapEntries } from '../archive/entry.ts';
import { readZipIndex } from '../archive/zip/directory.ts';
import { readZipEntry } from '../archive/zip/read.ts';
import { replaceZipEntry, type ZipPart } from '../archive/zip/replace.ts';
import { type ComicInfoField, editComicInfo } from '../comic-info/edit.ts';
import { findComicInfoName } from '../comic-info/names.ts';
import { createFinder, type EpubArchive } from '../epub/archive.ts';
import { readEncryption } from '../epub/encryption.ts';
import { readEpubPackage } from '../epub/package.ts';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { editOpf, type OpfField } from '../opf/edit.ts';
import type { ByteSource } from '../source.ts';

export type FileEdit = { metadata: EmbeddedMetadata; modifiedAt: Date } & (
  | { kind: 'comic_info'; fields: readonly ComicInfoField[] }
  | { kind: 'opf'; fields: readonly OpfField[] }
);

interface EditedBook {
  /** Name of the written entry. */
  entry: string;
  parts: ZipPart[];
}

const comicInfoName = 'ComicInfo.xml';
const signatures = 'META-INF/signatures.xml';

/**
 * Throws FormatError like the readers, `encrypted` for EPUBs with rights management, `signed` for EPUBs with
 * signatures.
 */
export function editBook(source: ByteSource, edit: FileEdit, limits: Limits): EditedBook {
  const index = readZipIndex(source, limits);
  const { modifiedAt } = edit;
  const { name, content } =
    edit.kind === 'opf' ? toOpf(source, index, edit, limits) : toComicInfo(source, index, edit, limits);
  return {
    entry: name,
    parts: replaceZipEntry(source, { name, content: Buffer.from(content), modifiedAt }, limits),
  };
}

type EditOf<Kind extends FileEdit['kind']> = FileEdit & { kind: Kind };

function toComicInfo(source: ByteSource, index: ArchiveIndex, edit: EditOf<'comic_info'>, limits: Limits) {
  const byName = mapEntries(index);
  const name = findComicInfoName(byName.keys());
  const entry = name === undefined ? undefined : byName.get(name);
  const known = entry && readZipEntry(source, entry, limits);
  return { name: name ?? comicInfoName, content: editComicInfo(known, edit, limits) };
}

function toOpf(source: ByteSource, index: ArchiveIndex, edit: EditOf<'opf'>, limits: Limits) {
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
  return { name: opfName, content: editOpf(known, edit, { limits, modifiedAt }) };
}

/** Throws FormatError `parser` unless the new file contains every other entry of the old one unchanged. */
export function checkEdited(before: ByteSource, after: ByteSource, entry: string, limits: Limits): void {
  const [old, now] = [before, after].map((source) =>
    readZipIndex(source, limits)
      .entries.filter(({ name }) => name !== entry)
      .map(({ name, crc32, sizeBytes, packedBytes, method }) => [
        name,
        crc32,
        sizeBytes,
        packedBytes,
        method,
      ]),
  );
  const index = readZipIndex(after, limits);
  const written = mapEntries(index).get(entry);
  if (written) readZipEntry(after, written, limits);
  if (!written || JSON.stringify(old) !== JSON.stringify(now))
    throw new FormatError('parser', 'The new file failed verification', { reason: 'damaged' });
}
