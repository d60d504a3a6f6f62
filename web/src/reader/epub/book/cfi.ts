// EPUB CFIs of ranges, as used in locators. The part before "!" names the document. It is ignored, because the locator
// contains the document's URL.
import * as CFI from 'foliate-js/epubcfi.js';

/** The CFI of a range in the section with this index. */
export const toCfi = (index: number, range: Range): string =>
  CFI.joinIndir(CFI.fake.fromIndex(index), CFI.fromRange(range));

/** Resolves a CFI to a range in the document. Undefined for a CFI that does not match. */
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
