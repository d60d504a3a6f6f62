// Runs in a worker process: converts text books to EPUB and KEPUB.
import { encodeContent } from '@lectern/formats/content';
import { convertEbook } from '@lectern/formats/ebook/convert';
import { convertToKepub } from '@lectern/formats/epub/kepub/convert';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import { bytesSource, type FileSource, openFileSource } from '@lectern/formats/source';
import { toLastName, toNativePath } from '#infrastructure/files/names.ts';
import { readVersion } from '#infrastructure/files/versions.ts';

export interface ConvertJob {
  root: string;
  relativePath: string;
  /** Version of the file (infrastructure/files/versions.ts). */
  version: string;
}

export interface MadeEpub {
  epub: Uint8Array;
  /** Encoded content (formats/content.ts). */
  content: Uint8Array;
  pageCount: number;
}

export interface KepubJob extends ConvertJob {
  /** The file must be converted to EPUB first. */
  isToConvert: boolean;
}

export const epubJobs = {
  'epubs.convert': (job: ConvertJob): Promise<MadeEpub> =>
    withSource(job, async (source, fileName) => {
      const made = await convertEbook({ source, limits: defaultLimits, fileName });
      return { ...made, content: encodeContent(made.content) };
    }),

  /** Null if the EPUB should be sent unchanged, also if parts of it cannot be read. */
  'epubs.makeKepub': (job: KepubJob): Promise<Uint8Array | null> =>
    withSource(job, async (source, fileName) => {
      const epub = job.isToConvert
        ? bytesSource((await convertEbook({ source, limits: defaultLimits, fileName })).epub)
        : source;
      try {
        return (await convertToKepub(epub, defaultLimits)) ?? null;
      } catch (error) {
        if (error instanceof FormatError) return null;
        throw error;
      }
    }),
};

function withSource<T>(
  { root, relativePath, version }: ConvertJob,
  work: (source: FileSource, fileName: string) => Promise<T>,
): Promise<T> {
  const path = toNativePath(root, relativePath);
  return readVersion(path, version, async () => {
    const source = openFileSource(path);
    try {
      return await work(source, toLastName(relativePath));
    } finally {
      source.close();
    }
  });
}
