// Inside a worker process: the EPUB of a book in another format of text.
import { encodeContent } from '@lectern/formats/content';
import { convertEbook } from '@lectern/formats/ebook/convert';
import { defaultLimits } from '@lectern/formats/limits';
import { openFileSource } from '@lectern/formats/source';
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

export const epubJobs = {
  'epubs.convert': ({ root, relativePath, version }: ConvertJob): Promise<MadeEpub> => {
    const path = toNativePath(root, relativePath);
    return readVersion(path, version, async () => {
      const source = openFileSource(path);
      try {
        const fileName = relativePath.slice(relativePath.lastIndexOf('/') + 1);
        const made = await convertEbook({ source, limits: defaultLimits, fileName });
        return { ...made, content: encodeContent(made.content) };
      } finally {
        source.close();
      }
    });
  },
};
