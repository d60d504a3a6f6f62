// Reads a comic: an archive of images.
import type { ArchiveEntry } from '../archive/entry.ts';
import type { DetectedIndex } from '../archive/open.ts';
import { findImageTypeOfName, listPageEntries } from '../archive/pages.ts';
import { isVolumeSource } from '../archive/rar/volumes/source.ts';
import type { OpenArchive } from '../archive/read.ts';
import { readerOf } from '../archive/readers.ts';
import type { BookContent, StoredPage } from '../content.ts';
import { FormatError, toFormatError } from '../error.ts';
import { computePageFingerprint } from '../hash/page-fingerprint.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { CollectedContents } from './collected-contents.ts';
import { listDocuments, readComicMetadata } from './comic-metadata.ts';
import { listShownPages, withoutDeletedPages } from './deleted-pages.ts';
import { type PageHead, readPageHeads } from './page-heads.ts';
import { mapPositions, toStoredEntry } from './stored.ts';
import { type BookRead, recordFailure, unreadable } from './types.ts';

/** Limit of stored page errors: a thousand encrypted pages give one error, not a thousand. */
const maxPageFaults = 10;

/** Reads an archive as a comic. Never throws because of its content. */
export async function readComic(
  archive: OpenArchive,
  { onLife, collected }: { onLife(): void; collected: CollectedContents },
): Promise<BookRead> {
  const faults: FormatError[] = [];
  const { index } = archive;
  const listed = recordFailure(faults, () => listPageEntries(index));
  if (!listed) return unreadable(faults[0] ?? new FormatError('parser', 'The archive cannot be read'));
  const documents = listDocuments(index);
  const read = await readPageHeads(archive, { pages: listed, documents, onLife, collected }).catch(
    toFormatError,
  );
  if (read instanceof FormatError) return unreadable(read);
  const stated = readComicMetadata(archive, {
    contents: read.contents,
    documents,
    pageCount: listed.length,
    faults,
  });
  const shown = listShownPages(stated, listed.length);
  const pages = shown.flatMap((i) => listed[i] ?? []);
  const metadata = withoutDeletedPages(stated, shown);
  if (pages.length === 0) {
    const fault = new FormatError('zero_pages', 'The archive has no images');
    return { ...unreadable(fault, metadata), faults: [fault, ...faults] };
  }
  const heads = pages.map((page) => read.heads.get(page) ?? { header: undefined, fault: undefined });
  const pageFaults = heads.flatMap(({ fault }) => fault ?? []);
  // All pages are encrypted. Report an error instead of a book that shows nothing.
  if (heads.every(({ fault }) => fault?.reason === 'encrypted'))
    return {
      pageCount: 0,
      content: null,
      metadata,
      pageHash: null,
      faults: [...summarise(pageFaults, pages.length), ...faults],
    };
  return {
    pageCount: pages.length,
    content: toContent(archive, pages, { heads, metadata, documents }),
    metadata,
    // Includes the pages that metadata marks as deleted, because metadata must not change the fingerprint.
    pageHash: computePageFingerprint(listed),
    faults: [...summarise(pageFaults, pages.length), ...faults],
  };
}

interface Read {
  heads: readonly PageHead[];
  metadata: EmbeddedMetadata | null;
  documents: readonly ArchiveEntry[];
}

function toContent(
  { source, index }: OpenArchive,
  pages: readonly ArchiveEntry[],
  { heads, metadata, documents }: Read,
): BookContent {
  const positions = mapPositions(index);
  const doubles = new Set(metadata?.pageNotes?.doublePages);
  const front = metadata?.pageNotes?.frontCover ?? findCover(index, pages);
  return {
    container: index.kind,
    isSolid: index.isSolid,
    pages: pages.map((page, i): StoredPage => {
      const header = heads[i]?.header;
      const mediaType = header?.mediaType ?? findImageTypeOfName(page.name) ?? 'application/octet-stream';
      const isTurned = (header?.orientation ?? 1) >= 5;
      const [width = null, height = null] = isTurned
        ? [header?.height, header?.width]
        : [header?.width, header?.height];
      const stored = toStoredEntry(page, { position: positions.get(page) ?? 0, mediaType });
      return { ...stored, width, height, isDouble: doubles.has(i) };
    }),
    // A download of a book in volumes is a single file that also contains these documents.
    resources: isVolumeSource(source)
      ? documents.map((entry) =>
          toStoredEntry(entry, { position: positions.get(entry) ?? 0, mediaType: 'application/xml' }),
        )
      : [],
    cover: { page: front < pages.length ? front : 0 },
    epub: null,
    ...(isVolumeSource(source) && { volumes: source.volumes }),
  };
}

/** A folder may contain a dedicated cover image among its pages. */
function findCover({ kind }: DetectedIndex, pages: readonly ArchiveEntry[]): number {
  const isCover = ({ name }: ArchiveEntry) => /^(?:cover|folder)\.[^.]+$/i.test(name);
  return readerOf(kind).hasCoverFile ? Math.max(0, pages.findIndex(isCover)) : 0;
}

/** Merges errors with the same reason into one that states the number of unreadable pages. */
function summarise(faults: readonly FormatError[], pageCount: number): FormatError[] {
  const byReason = new Map<string, FormatError[]>();
  for (const fault of faults) {
    const key = fault.reason ?? fault.message;
    byReason.set(key, [...(byReason.get(key) ?? []), fault]);
  }
  return [...byReason.values()].slice(0, maxPageFaults).flatMap((same) => {
    const [first] = same;
    if (!first || same.length === 1) return first ?? [];
    const message = `${first.message} (${same.length} of ${pageCount} pages)`;
    return new FormatError(first.kind, message, {
      ...(first.entry !== undefined && { entry: first.entry }),
      ...(first.reason !== undefined && { reason: first.reason }),
    });
  });
}
