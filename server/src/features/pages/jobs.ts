// Pages inside a worker process: whatever needs UnRAR, a rare zip method or an image decoder.
import { readArchiveIndex } from '#formats/archive/open.ts';
import { readEntries, readEntry } from '#formats/archive/read.ts';
import { FormatError } from '#formats/error.ts';
import { convertImage, type EncodedImage, makeThumbnail, type OutputFormat } from '#formats/image/convert.ts';
import { defaultLimits } from '#formats/limits.ts';
import { openFileSource } from '#formats/source.ts';
import { toNativePath } from '#kernel/files/names.ts';

export interface EntryJob {
  root: string;
  relativePath: string;
  /** Position in the archive. */
  index: number;
}

export interface UnpackJob {
  root: string;
  relativePath: string;
  indexes: number[];
}

/** An entry that was unpacked, or why it was not. */
export type UnpackedEntry =
  | { index: number; bytes: Uint8Array }
  | { index: number; message: string; reason: string | undefined };

export type ConvertJob =
  | { bytes: Uint8Array; format: OutputFormat; width: number | undefined; maxPixels: number }
  | { bytes: Uint8Array; maxWidth: number; maxHeight: number; quality: number; maxPixels: number };

export const pageJobs = {
  'pages.entry': async ({ root, relativePath, index }: EntryJob): Promise<Uint8Array> => {
    const source = openFileSource(toNativePath(root, relativePath));
    try {
      const archive = readArchiveIndex(source, defaultLimits);
      const entry = archive.entries[index];
      if (!entry)
        throw new FormatError('page_extraction', 'The entry is not in the archive', { reason: 'damaged' });
      return await readEntry({ source, index: archive, limits: defaultLimits }, entry);
    } finally {
      source.close();
    }
  },

  'pages.unpack': async (
    { root, relativePath, indexes }: UnpackJob,
    partial: (entry: UnpackedEntry) => void,
  ): Promise<void> => {
    const source = openFileSource(toNativePath(root, relativePath));
    try {
      const index = readArchiveIndex(source, defaultLimits);
      const positions = new Map(index.entries.map((entry, i) => [entry, i]));
      const wanted = indexes.flatMap((i) => index.entries[i] ?? []);
      await readEntries({ source, index, limits: defaultLimits }, wanted, (entry, content) => {
        const position = positions.get(entry) ?? -1;
        partial(
          content instanceof FormatError
            ? { index: position, message: content.message, reason: content.reason }
            : { index: position, bytes: content },
        );
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
