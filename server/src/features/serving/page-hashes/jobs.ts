// Hashes pages in a worker process, where untrusted images are decoded.
import { readPositions } from '@lectern/formats/archive/read';
import { FormatError } from '@lectern/formats/error';
import { hashPicture } from '@lectern/formats/image/perceptual-hash';
import { defaultLimits, type Limits } from '@lectern/formats/limits';
import { readPartFile } from '@lectern/formats/source';
import { openBook, type VolumeFile } from '#features/ingest/volumes/index.ts';
import { joinNames, toNativePath } from '#infrastructure/files/names.ts';
import { readVersion } from '#infrastructure/files/versions.ts';
import type { PageHash } from './pages.ts';

export interface HashPagesJob {
  root: string;
  relativePath: string;
  /** Version of the file (infrastructure/files/versions.ts). */
  version: string;
  isFolder: boolean;
  /** Only for a multi-volume archive. */
  volumes?: readonly VolumeFile[];
  pages: readonly { number: number; index: number; name: string }[];
  maxPixels: number;
}

/** Undefined for an unreadable or nearly empty page. */
async function tryToHash(read: () => Uint8Array, limits: Limits): Promise<Uint8Array | undefined> {
  try {
    return await hashPicture(read(), limits);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function hashFolder({ root, relativePath, pages }: HashPagesJob, limits: Limits): Promise<PageHash[]> {
  const hashes: PageHash[] = [];
  for (const { number, name } of pages) {
    const path = toNativePath(root, joinNames(relativePath, name));
    const hash = await tryToHash(() => readPartFile(path, 'page_extraction', limits.maxEntryBytes), limits);
    if (hash) hashes.push({ number, hash });
  }
  return hashes;
}

async function hashArchive(
  { root, relativePath, volumes, pages }: HashPagesJob,
  limits: Limits,
): Promise<PageHash[]> {
  const source = openBook({ root, relativePath }, volumes);
  try {
    const contents = new Map<number, Uint8Array>();
    await readPositions({
      source,
      limits,
      positions: pages.map(({ index }) => index),
      onEntry(index, content) {
        if (content instanceof Uint8Array) contents.set(index, content);
      },
    });
    const found: PageHash[] = [];
    for (const { number, index } of pages) {
      const content = contents.get(index);
      const hash = content && (await tryToHash(() => content, limits));
      if (hash) found.push({ number, hash });
    }
    return found;
  } finally {
    source.close();
  }
}

export const pageHashJobs = {
  'page_hashes.book': (job: HashPagesJob): Promise<PageHash[]> => {
    const limits = { ...defaultLimits, maxPixels: job.maxPixels };
    const path = toNativePath(job.root, job.relativePath);
    return readVersion(path, job.version, () =>
      job.isFolder ? hashFolder(job, limits) : hashArchive(job, limits),
    );
  },
};
