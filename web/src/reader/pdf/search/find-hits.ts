// Finds the matches of a PDF page by page, with the words around each.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { findInTexts } from '../../shared/search/find.ts';

export interface PdfHit {
  page: number;
  /** Zero-based index of the match on its page. */
  index: number;
  before: string;
  match: string;
  after: string;
}

/** Maximum number of hits. */
const maxHits = 500;

type SearchedDocument = Pick<PDFDocumentProxy, 'numPages' | 'getPage'>;

/** Yields the hits of each page that has some. Throws AbortError when aborted. Pages that cannot be read are skipped. */
export async function* findHits(
  document: SearchedDocument,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<PdfHit[]> {
  let left = maxHits;
  for (let page = 1; page <= document.numPages && left > 0; page++) {
    signal.throwIfAborted();
    const texts = await readTexts(document, page).catch(() => []);
    signal.throwIfAborted();
    const hits = findInTexts(texts, query, left).map(({ before, match, after }, index) => ({
      page,
      index,
      before,
      match,
      after,
    }));
    left -= hits.length;
    if (hits.length > 0) yield hits;
  }
}

async function readTexts(document: SearchedDocument, number: number): Promise<string[]> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ('str' in item ? [item.hasEOL ? `${item.str}\n` : item.str] : []));
}
