// Finds the shared corpus of real and hostile files for tests; every test that uses it is skipped where it is absent.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** [width, height, format of the decoder, remarks…], as MANIFEST.json describes it. */
export type SizeFact = [width: number, height: number, decoder: string, ...remarks: string[]];

export interface PdfFacts {
  pdfinfoRc: number;
  pageCount?: number;
  encryption?: string;
  title?: string;
  author?: string;
  pageSize?: string;
  pdfVersion?: string;
  firstPageRendersWithPoppler: boolean;
  poppler200pxRender?: [number, number];
}

export interface CorpusFacts {
  encrypted?: boolean;
  zipMethods?: number[];
  /** Of an archive, without folders. */
  entries?: number;
  imageCount?: number;
  firstImage?: string;
  lastImage?: string;
  /** Where it differs from `firstImage`: the first in the order of code units. */
  plainSortFirst?: string;
  firstImageSize?: SizeFact;
  lastImageSize?: SizeFact;
  pdf?: PdfFacts;
  /** What the package document says; `parse` where it cannot be read. */
  epub?: { cover?: string | null; coverSize?: SizeFact | null; [fact: string]: unknown };
  /** Elements of the ComicInfo.xml and the name of its entry; `parse` where it cannot be read. */
  comicInfo?: { entry: string; [element: string]: string };
}

export interface CorpusFile {
  /** Relative to the corpus, with slashes. */
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** By content: zip, rar4, rar5, epub, pdf, empty, unknown, … */
  format: string;
  hostile: boolean;
  expectedServer?: string;
  facts: CorpusFacts;
}

/** LECTERN_CORPUS, or `../shared/corpus` beside the repository. */
const named = process.env.LECTERN_CORPUS ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus');

export const hasCorpus = existsSync(join(named, 'MANIFEST.json'));

/** As servers name it, also where a link leads there. */
export const corpusRoot = hasCorpus ? realpathSync(named) : named;

/** Every file of the corpus; none where it is absent. */
export function readCorpus(): CorpusFile[] {
  if (!hasCorpus) return [];
  return JSON.parse(readFileSync(join(corpusRoot, 'MANIFEST.json'), 'utf8')).files;
}

export function corpusPath(file: { path: string }): string {
  return join(corpusRoot, file.path);
}
