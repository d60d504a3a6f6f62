// Detects whether a PDF contains text or scanned images.
import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Number of checked pages, and the number of characters that counts as text: comics may have a few lines of imprint. */
const checkedPages = 6;
const minCharacters = 40;

/** True if the first pages contain selectable text. */
export async function hasText(document: PDFDocumentProxy): Promise<boolean> {
  let letters = 0;
  for (let number = 1; number <= Math.min(checkedPages, document.numPages); number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) letters += item.str.trim().length;
    if (letters >= minCharacters) return true;
  }
  // A document of one or two pages with any text is not a comic.
  return letters > 0 && document.numPages <= 2;
}
