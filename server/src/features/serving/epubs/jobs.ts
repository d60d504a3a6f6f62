// Inside a worker process: the EPUB of a book in another format of text, and the KEPUB of any.
import { encodeContent } from '@lectern/formats/content';
import { convertEbook } from '@lectern/formats/ebook/convert';
import { convertToKepub } from '@lectern/formats/epub/kepub/convert';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import { bytesSource, type FileSource, openFileSource } from '@lectern/formats/source';
import { toNativePath } from '#infrastructure/files/names.ts';
import { readVersion } from '#infrastructure/files/versions.ts';

export interface ConvertJob {
  root: string;
  relativePath: string;
  /** Of the file (infrastructure/files/versions.ts). */
  version: string;
}

export interface MadeEpub {
  epub: Uint8Array;
  /** formats/content.ts */
  content: Uint8Array;
  pageCount: number;
}

export interface KepubJob extends ConvertJob {
  /** It is no EPUB yet. */
  isToConvert: boolean;
}

export const epubJobs = {
  'epubs.convert': (job: ConvertJob): Promise<MadeEpub> =>
    withSource(job, async (source, fileName) => {
      const made = await convertEbook({ source, limits: defaultLimits, fileName });
      return { ...made, content: encodeContent(made.content) };
    }),

  /** Null for what is to be sent as it is, also because something in it cannot be read. */
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
      return await work(source, relativePath.slice(relativePath.lastIndexOf('/') + 1));
    } finally {
      source.close();
    }
  });
}
