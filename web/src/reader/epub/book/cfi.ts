// EPUB CFIs of ranges, as locators have them. The part before "!" names the document, which a locator does by its
// address, so only the part after it is read.
import * as CFI from 'foliate-js/epubcfi.js';

/** The CFI of a range in the section with this index. */
export const toCfi = (index: number, range: Range): string =>
  CFI.joinIndir(CFI.fake.fromIndex(index), CFI.fromRange(range));

/** The range in the document; undefined for a CFI that does not match it. */
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
