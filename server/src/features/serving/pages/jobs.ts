// Page work in a worker process: UnRAR, rare zip methods and image decoding.
import { type MappedEntry, readMappedEntry, readPositions } from '@lectern/formats/archive/read';
import { FormatError } from '@lectern/formats/error';
import {
  convertImage,
  type EncodedImage,
  makeThumbnail,
  type OutputFormat,
} from '@lectern/formats/image/convert';
import { defaultLimits } from '@lectern/formats/limits';
import { openBook, type VolumeFile } from '#features/ingest/volumes/index.ts';
import { toNativePath } from '#infrastructure/files/names.ts';
import { readVersion, refuseReplaced } from '#infrastructure/files/versions.ts';

/** A version of a file (infrastructure/files/versions.ts). */
interface VersionJob {
  root: string;
  relativePath: string;
  version: string;
  /** Only for a multi-volume archive. */
  volumes?: readonly VolumeFile[];
}

export interface EntryJob extends VersionJob {
  entry: MappedEntry;
}

export interface UnpackJob extends VersionJob {
  indexes: number[];
}

/** An unpacked entry, or the reason of its failure. */
export type UnpackedEntry =
  | { index: number; bytes: Uint8Array }
  | { index: number; message: string; reason: string | undefined };

export type ConvertJob =
  | { bytes: Uint8Array; format: OutputFormat; width: number | undefined; maxPixels: number }
  | { bytes: Uint8Array; maxWidth: number; maxHeight: number; quality: number; maxPixels: number };

async function readOne({ volumes, entry, ...file }: EntryJob): Promise<Uint8Array> {
  const source = openBook(file, volumes);
  try {
    return await readMappedEntry(source, defaultLimits, entry);
  } finally {
    source.close();
  }
}

export const pageJobs = {
  'pages.entry': (job: EntryJob): Promise<Uint8Array> =>
    readVersion(toNativePath(job.root, job.relativePath), job.version, () => readOne(job)),

  'pages.unpack': async (
    { root, relativePath, version, volumes, indexes }: UnpackJob,
    partial: (entry: UnpackedEntry) => void,
  ): Promise<void> => {
    const path = toNativePath(root, relativePath);
    const source = openBook({ root, relativePath }, volumes);
    try {
      await readPositions({
        source,
        limits: defaultLimits,
        positions: indexes,
        onEntry(index, content) {
          refuseReplaced(path, version);
          partial(
            content instanceof FormatError
              ? { index, message: content.message, reason: content.reason }
              : { index, bytes: content },
          );
        },
      });
    } finally {
      source.close();
    }
  },

  'pages.convert': (job: ConvertJob): Promise<EncodedImage> => {
    const limits = { ...defaultLimits, maxPixels: job.maxPixels };
    if ('format' in job) {
      const { bytes, format, width } = job;
      return convertImage(bytes, { format, limits, ...(width !== undefined && { width }) });
    }
    const { bytes, maxWidth, maxHeight, quality } = job;
    return makeThumbnail(bytes, { maxWidth, maxHeight, quality, limits, purpose: 'page_extraction' });
  },
};
