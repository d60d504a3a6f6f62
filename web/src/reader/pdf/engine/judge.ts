// Whether a PDF is a text or a pile of pictures.
import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Of the first pages: a comic often has a few lines of text on its imprint. */
const lookedAt = 6;
const hasFewCharacters = 40;

/** True when the first pages hold words that can be selected and found. */
export async function hasText(document: PDFDocumentProxy): Promise<boolean> {
  let letters = 0;
  for (let number = 1; number <= Math.min(lookedAt, document.numPages); number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) letters += item.str.trim().length;
    if (letters >= hasFewCharacters) return true;
  }
  // A single page with a word on it is no comic.
  return letters > 0 && document.numPages <= 2;
}
