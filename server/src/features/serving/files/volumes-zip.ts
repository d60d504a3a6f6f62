// Converts a multi-volume archive to a single file: a zip with stored entries, streamed with a known length and
// reproducible bytes. Supports ranges.
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type FileFormat, formats } from '@lectern/contract/values';
import { createStoredZip } from '@lectern/formats/archive/zip/stored-zip';
import { computeStreamedReaderHash } from '@lectern/formats/hash/reader-hash';
import { toVolumesName } from '#features/ingest/volumes/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { makeZipParts, type Part } from '../folder-books/index.ts';
import type { OpenVolumes, PageService } from '../pages/index.ts';
import { statFile } from './book-file.ts';

interface Candidate {
  id: string;
  format: FileFormat;
  /** Size when it was last scanned. */
  sizeBytes: number;
  path: string | Buffer;
  isDeleted: boolean;
}

/** The volumes of a multi-volume book; undefined for other books and if a volume is missing. */
export async function findVolumes(
  pages: Pick<PageService, 'openVolumes'>,
  viewer: Viewer,
  { id, format, sizeBytes, path, isDeleted }: Candidate,
): Promise<OpenVolumes | undefined> {
  // The volumes together are larger than the first one.
  if (format !== 'cbz' || isDeleted || (await statFile(path)).size === sizeBytes) return undefined;
  return pages.openVolumes(viewer, id).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'page_extraction_failed') return undefined;
    throw error;
  });
}

interface VolumesZip {
  name: string;
  sizeBytes: number;
  modifiedMs: number;
  /** Changes with each volume. */
  etag: string;
  /** Fails if an entry cannot be read. */
  open(part?: Part): Promise<Readable>;
}

type KeepHash = BookFiles['keepReaderHash'];

export function openVolumesZip(
  { book, map, volumes, read }: OpenVolumes,
  keepReaderHash: KeepHash,
): VolumesZip {
  const entries = [...map.pages, ...map.resources];
  const zip = createStoredZip(entries);
  const crcs = new Map(entries.flatMap(({ crc32 }, place) => (crc32 === null ? [] : [[place, crc32]])));
  const stamp = hash('sha256', JSON.stringify(volumes), 'base64url');
  return {
    name: toVolumesName(book.fileName),
    sizeBytes: zip.sizeBytes,
    modifiedMs: Math.floor(Math.max(...volumes.map(({ modifiedUs }) => modifiedUs)) / 1000),
    etag: `${map.version}-${stamp}`,
    async open(part) {
      const readMember = async (place: number): Promise<Uint8Array> => {
        const entry = entries[place];
        return entry ? read(entry) : new Uint8Array(0);
      };
      const source = { zip, crcs, read: readMember };
      // A download begins with the first byte. Resumed ones are of the same file.
      if (!part || part.start === 0) {
        const readPart = (sample: Part) => makeZipParts(source, sample);
        await keepReaderHash(book.id, await computeStreamedReaderHash(zip.sizeBytes, readPart));
      }
      return Readable.from(makeZipParts(source, part), { objectMode: false });
    },
  };
}

export function sendVolumes(opened: OpenVolumes, keepReaderHash: KeepHash): BytesAnswer {
  const { name, sizeBytes, modifiedMs, etag, open } = openVolumesZip(opened, keepReaderHash);
  return bytesAnswer({
    mediaType: formats.cbz.mediaType,
    sizeBytes,
    etag,
    lastModifiedMs: modifiedMs,
    acceptsRanges: true,
    headers: { 'Content-Disposition': toContentDisposition(toDisplayName(name)) },
    body: open,
  });
}
