// Streams an image folder as a zip: stored entries, known length, reproducible bytes. Supports ranges. A range at the
// end requires the checksums of all pages, which are computed once.
import { lstat, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createStoredZip } from '@lectern/formats/archive/zip/stored-zip';
import { LRUCache } from 'lru-cache';
import { type ImageFolder, readImageFolder } from '#features/ingest/image-folders/index.ts';
import { notFound } from '#infrastructure/errors.ts';
import { toNativePath } from '#infrastructure/files/names.ts';
import { toStorageProblem } from '#infrastructure/workers/failures.ts';
import { makeZipParts, type Part } from './zip-parts.ts';

interface FolderZip {
  sizeBytes: number;
  modifiedMs: number;
  /** Changes with each file. */
  etag: string;
  /** Fails if a file is modified while it is sent. */
  stream(part?: Part): Readable;
}

/** Checksums of pages by the stamp of their folder. */
const checksums = new LRUCache<string, Map<number, number>>({ max: 200 });

/** Throws `not_found` if the folder is missing or has no pages, and `unavailable` if it cannot be read. */
export async function openFolderZip(root: string, path: string): Promise<FolderZip> {
  const folder = await readImageFolder(root, path).catch((error: NodeJS.ErrnoException) => {
    throw toStorageProblem(error.code ?? 'EIO', error);
  });
  if (folder.files.length === 0) throw notFound('file');
  const zip = createStoredZip(folder.files);
  const { stamp } = folder;
  const times = [folder.modifiedUs, ...folder.files.map(({ modifiedUs }) => modifiedUs)];
  return {
    sizeBytes: zip.sizeBytes,
    modifiedMs: Math.floor(times.reduce((latest, time) => Math.max(latest, time)) / 1000),
    etag: `${zip.sizeBytes.toString(36)}-${stamp}`,
    stream(part) {
      const crcs = checksums.get(stamp) ?? new Map<number, number>();
      checksums.set(stamp, crcs);
      const read = (place: number) => readUnchanged(folder, place, { root, path });
      return Readable.from(makeZipParts({ zip, crcs, read }, part), { objectMode: false });
    },
  };
}

/** Throws if the file differs from the listed one. */
async function readUnchanged(
  { files }: ImageFolder,
  place: number,
  { root, path }: { root: string; path: string },
): Promise<Buffer> {
  const { name = '', sizeBytes, modifiedUs } = files[place] ?? {};
  const native = toNativePath(root, `${path}/${name}`);
  const facts = await lstat(native);
  const bytes = facts.isFile() && facts.size === sizeBytes ? await readFile(native) : undefined;
  if (!bytes || bytes.length !== sizeBytes || Math.round(facts.mtimeMs * 1000) !== modifiedUs)
    throw new Error('A page was overwritten while the folder was sent');
  return bytes;
}
