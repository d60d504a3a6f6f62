// Converts an EPUB to KEPUB, which Kobo devices open with their native reading software: positions by
// sentence, progress by chapter, fast page turns.
import type { ArchiveEntry } from '../../archive/entry.ts';
import { mapEntries } from '../../archive/entry.ts';
import { readArchiveIndex } from '../../archive/open.ts';
import { readEntryNow } from '../../archive/read.ts';
import { readEpubBook } from '../../book/epub.ts';
import { writeZip, type ZipMember } from '../../ebook/epub/write-zip.ts';
import { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { decodeXml } from '../../xml/decode.ts';
import { isBitmap, mediaTypeOf } from '../media-type.ts';
import { typeOf } from '../structure.ts';
import { markCover } from './cover.ts';
import { addSpans } from './spans.ts';

/** Increase whenever the spans of existing books change, because stored positions refer to them. */
export const kepubVersion = 1;

/** Unpacked size. Larger books are sent as EPUB. */
const maxBytes = 128 * 1024 * 1024;

/**
 * Deterministic. Returns undefined for books that devices should receive as they are: fixed layouts, existing
 * KEPUBs, and books of more than 128 MiB. Throws FormatError for unreadable books.
 */
export async function convertToKepub(source: ByteSource, limits: Limits): Promise<Buffer | undefined> {
  const index = readArchiveIndex(source, limits, 'zip');
  const archive = { source, limits, index };
  const { content, faults } = readEpubBook(archive);
  const structure = content?.epub;
  if (!structure) throw faults[0] ?? new FormatError('parser', 'The EPUB cannot be read');
  const entries = [...mapEntries(index).values()].filter(isToKeep);
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (structure.layout === 'fixed' || total > maxBytes) return undefined;
  const chapters = new Set(
    structure.spine
      .filter((item) => item.layout !== 'fixed' && typeOf(item) === 'application/xhtml+xml')
      .map(({ name }) => name),
  );
  let marked = 0;
  const { cover } = structure;
  function* toMembers(): Generator<ZipMember> {
    yield { name: 'mimetype', bytes: Buffer.from('application/epub+zip'), isStored: true };
    for (const entry of entries) {
      const bytes = readEntryNow(archive, entry);
      const { name } = entry;
      const changed = chapters.has(name) ? markChapter(bytes) : markPackage(name, bytes, cover);
      if (changed && chapters.has(name)) marked += 1;
      yield { name, bytes: changed ?? bytes, isStored: isBitmap(mediaTypeOf(name)) };
    }
  }
  const kepub = writeZip(toMembers());
  return marked === 0 ? undefined : kepub;
}

/** Excludes the mimetype, which is written first, and names that lead out of the archive. */
const isToKeep = ({ name, isDirectory, isSymlink }: ArchiveEntry): boolean =>
  !isDirectory && !isSymlink && name !== 'mimetype' && !/^\/|^[A-Za-z]:|\\|(?:^|\/)\.\.(?:\/|$)/.test(name);

function markChapter(bytes: Uint8Array): Buffer | undefined {
  const text = addSpans(decodeXml(bytes));
  return text === undefined ? undefined : toUtf8(text);
}

function markPackage(name: string, bytes: Uint8Array, cover: string | undefined): Buffer | undefined {
  if (!name.endsWith('.opf') || cover === undefined) return undefined;
  const text = markCover(decodeXml(bytes), name, cover);
  return text === undefined ? undefined : toUtf8(text);
}

/** Encodes a document as UTF-8 and corrects the encoding in its declaration. */
const toUtf8 = (text: string): Buffer =>
  Buffer.from(text.replace(/^(<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["'])[\w.:-]{1,40}/, '$1utf-8'));
