// A folder of images as the zip that readers download: stored, made while it is sent, of known length, the same bytes for
// the same pages. A part of it can be asked for; for the end of it every page is read for its checksum, once.
import { lstat, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { layOutZip } from '@lectern/formats/archive/zip/stored-zip';
import { LRUCache } from 'lru-cache';
import { type ImageFolder, readImageFolder } from '#features/ingest/image-folders/index.ts';
import { notFound } from '#infrastructure/errors.ts';
import { toNativePath } from '#infrastructure/files/names.ts';
import { toStorageProblem } from '#infrastructure/workers/failures.ts';
import { makeZipParts, type Part } from './zip-parts.ts';

interface FolderZip {
  sizeBytes: number;
  modifiedMs: number;
  /** Changes with any of its files. */
  etag: string;
  /** Breaks off when a file is written to while it is sent. */
  stream(part?: Part): Readable;
}

/** Checksums of the pages of folders, by their stamp. */
const checksums = new LRUCache<string, Map<number, number>>({ max: 200 });

/** Throws not_found when the folder is gone or has no pages, unavailable when it cannot be read now. */
export async function openFolderZip(root: string, path: string): Promise<FolderZip> {
  const folder = await readImageFolder(root, path).catch((error: NodeJS.ErrnoException) => {
    throw toStorageProblem(error.code ?? 'EIO', error);
  });
  if (folder.files.length === 0) throw notFound('file');
  const zip = layOutZip(folder.files);
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

/** Throws when the file is not the one that was listed. */
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
    throw new Error('A page was written over while the folder was sent');
  return bytes;
}
