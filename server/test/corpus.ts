// Finds the shared corpus of real and hostile files. Tests that use it are skipped where it is missing.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** [width, height, decoder format, remarks…] as in MANIFEST.json. */
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
  /** Number of archive entries, without folders. */
  entries?: number;
  imageCount?: number;
  firstImage?: string;
  lastImage?: string;
  /** Present if it differs from `firstImage`: the first image in code unit order. */
  plainSortFirst?: string;
  firstImageSize?: SizeFact;
  lastImageSize?: SizeFact;
  pdf?: PdfFacts;
  /** Values of the package document; `parse` if it cannot be read. */
  epub?: { cover?: string | null; coverSize?: SizeFact | null; [fact: string]: unknown };
  /** Elements of ComicInfo.xml and the name of its entry; `parse` if it cannot be read. */
  comicInfo?: { entry: string; [element: string]: string };
}

export interface CorpusFile {
  /** Path relative to the corpus, with slashes. */
  path: string;
  /** In bytes. */
  size: number;
  sha256: string;
  /** Format by content: zip, rar4, rar5, epub, pdf, empty, unknown, … */
  format: string;
  hostile: boolean;
  expectedServer?: string;
  facts: CorpusFacts;
}

/** LECTERN_CORPUS, or `../shared/corpus` next to the repository. */
const named = process.env.LECTERN_CORPUS ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus');

export const hasCorpus = existsSync(join(named, 'MANIFEST.json'));

/** The real path, as servers report it, with symbolic links resolved. */
export const corpusRoot = hasCorpus ? realpathSync(named) : named;

/** Returns every file of the corpus, or an empty list if it is missing. */
export function readCorpus(): CorpusFile[] {
  if (!hasCorpus) return [];
  return JSON.parse(readFileSync(join(corpusRoot, 'MANIFEST.json'), 'utf8')).files;
}

export function corpusPath(file: { path: string }): string {
  return join(corpusRoot, file.path);
}
