// Reads an EPUB as a book. If each page is a single image, the book has image pages.
import type { ArchiveEntry } from '../archive/entry.ts';
import { mapEntries } from '../archive/entry.ts';
import { isJunk } from '../archive/pages.ts';
import { type OpenArchive, readEntryHead, readEntryNow } from '../archive/read.ts';
import type { BookContent, StoredEntry, StoredPage } from '../content.ts';
import type { EpubArchive } from '../epub/archive.ts';
import { type EpubPackage, readEpubPackage } from '../epub/package.ts';
import { type Epub, readEpub } from '../epub/read.ts';
import { countPositions, createTypeLookup } from '../epub/structure.ts';
import { FormatError } from '../error.ts';
import { computePageFingerprint, listBookEntries } from '../hash/page-fingerprint.ts';
import { readImageHeader } from '../image/header.ts';
import { toEmbeddedMetadata } from '../opf/embedded.ts';
import { toStoredEntry } from './stored.ts';
import { type BookRead, recordFailure, unreadable } from './types.ts';

const mimetype = 'application/epub+zip';
const containerName = /^(?:[^/]+\/)?meta-inf\/container\.xml$/i;
const packageName = /(?:^|\/)(?!metadata\.opf$)[^/]+\.opf$/i;
const headBytes = 4096;

/**
 * OCF 3: a zip with a container document, or whose `mimetype` identifies an EPUB. Both may be in a folder. Without
 * them, a zip with a package document and pages, unless it is a calibre export of text (`metadata.opf`).
 */
export function isEpub(archive: OpenArchive): boolean {
  const { entries } = archive.index;
  if (entries.some(({ name }) => containerName.test(name))) return true;
  const entry = entries.find(({ name }) => /^(?:[^/]+\/)?mimetype$/.test(name));
  if (entry && entry.sizeBytes <= 100) {
    const stated = recordFailure([], () => Buffer.from(readEntryNow(archive, entry)).toString().trim());
    if (stated === mimetype) return true;
  }
  const isPackage = ({ name }: ArchiveEntry) => packageName.test(name) && !isJunk(name);
  return entries.some(isPackage) && entries.some(({ name }) => /\.x?html?$/i.test(name) && !isJunk(name));
}

/** Never throws because of the content of the file. Reads metadata even if the book cannot be opened. */
export function readEpubBook(archive: OpenArchive): BookRead {
  const faults: FormatError[] = [];
  const epubArchive = toEpubArchive(archive);
  const failed = () => faults[0] ?? new FormatError('parser', 'The EPUB cannot be read');
  const epubPackage = recordFailure(faults, () => readEpubPackage(epubArchive, archive.limits));
  if (!epubPackage) return unreadable(failed());
  const metadata = toEmbeddedMetadata(epubPackage.opf);
  const epub = recordFailure(faults, () => readWhole(archive, epubArchive, epubPackage));
  if (!epub) return unreadable(failed(), metadata);
  const content = toContent(archive, epub);
  const pageCount = content.pages.length > 0 ? content.pages.length : countPositions(epub.structure);
  const pageHash = computePageFingerprint(listBookEntries(content).flat());
  return { pageCount, content, metadata, pageHash, faults: [...faults, ...epubPackage.faults] };
}

const readWhole = ({ limits }: OpenArchive, archive: EpubArchive, epubPackage: EpubPackage): Epub =>
  readEpub(archive, limits, epubPackage);

export function toEpubArchive(archive: OpenArchive): EpubArchive {
  return {
    entries: archive.index.entries.filter(({ isDirectory, isSymlink }) => !isDirectory && !isSymlink),
    read: (entry, maxBytes) => {
      const limits = { ...archive.limits, maxEntryBytes: Math.min(maxBytes, archive.limits.maxEntryBytes) };
      return readEntryNow({ ...archive, limits }, entry as ArchiveEntry);
    },
  };
}

function toContent(archive: OpenArchive, { structure, cover }: Epub): BookContent {
  const byName = mapEntries(archive.index);
  const positions = new Map(archive.index.entries.map((entry, i) => [entry, i]));
  const typeOf = createTypeLookup(structure);
  const toStored = (name: string, mediaType: string): StoredEntry[] => {
    const entry = byName.get(name);
    return entry ? [toStoredEntry(entry, { position: positions.get(entry) ?? 0, mediaType })] : [];
  };
  const pages = (structure.pageImages ?? []).flatMap((name): StoredPage[] =>
    toStored(name, typeOf(name)).map((stored) => toPage(archive, stored, byName.get(name))),
  );
  const resources = [...structure.spine, ...structure.resources].flatMap(({ name }) =>
    toStored(name, typeOf(name)),
  );
  const place = (entries: readonly StoredEntry[]) => entries.findIndex(({ name }) => name === cover?.name);
  // A cover that the manifest does not list is stored too, so that it can be shown.
  if (cover && place(resources) < 0) resources.push(...toStored(cover.name, cover.mediaType));
  const page = place(pages);
  const resource = place(resources);
  return {
    container: 'zip',
    isSolid: false,
    pages,
    resources,
    cover: page >= 0 ? { page } : resource >= 0 ? { resource } : pages.length > 0 ? { page: 0 } : null,
    epub: structure,
  };
}

function toPage(archive: OpenArchive, stored: StoredEntry, entry: ArchiveEntry | undefined): StoredPage {
  const head = entry && recordFailure([], () => readEntryHead(archive, entry, headBytes));
  const more = (offset: number, length: number) =>
    entry && recordFailure([], () => readEntryHead(archive, entry, offset + length).subarray(offset));
  const header = head && readImageHeader(head, more);
  return {
    ...stored,
    mediaType: header?.mediaType ?? stored.mediaType,
    width: header?.width ?? null,
    height: header?.height ?? null,
    isDouble: false,
  };
}
