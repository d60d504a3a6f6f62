// EPUB CFIs of ranges, as locators carry them. The part before "!" names the document, which a locator does by its
// address: only the part after it is read.
import * as CFI from 'foliate-js/epubcfi.js';

/** Of the section with this place in the book. */
export const toCfi = (index: number, range: Range): string =>
  CFI.joinIndir(CFI.fake.fromIndex(index), CFI.fromRange(range));

/** The range in the document; undefined for a CFI that leads nowhere in it. */
export function findCfi(doc: Document, cfi: string): Range | undefined {
  try {
    const parts = CFI.parse(cfi);
    (parts.parent ?? parts).shift();
    return CFI.toRange(doc, parts);
  } catch {
    return undefined;
  }
}

export const isCfi = (fragment: string): boolean => CFI.isCFI.test(fragment);
