// Creates and resolves Readium locators of the book.
import type { Locator } from '@lectern/contract/reading/progress';
import { textWalker } from 'foliate-js/text-walker.js';
import { findInTexts } from '../../shared/search/find.ts';
import { createFinder, type EpubBook, findProgression, toFragment } from './book.ts';
import { findCfi, isCfi } from './cfi.ts';

/** A resolved position: a section and a way to find the position in its document. A number is a progression. */
export interface Resolved {
  index: number;
  anchor(doc: Document): Range | Element | number;
}

interface Props {
  index: number;
  /** Progression in the section, 0 to 1. */
  progression: number;
  cfi?: string | undefined;
  title?: string | undefined;
  text?: Record<string, string>;
}

export const toShare = ({ sections, total }: EpubBook, index: number, progression: number): number => {
  const { before = 0, count = 0 } = sections[index] ?? {};
  return Math.min(1, (before + progression * count) / total);
};

export function toLocator(book: EpubBook, { index, progression, cfi, title, text }: Props): Locator {
  const { href = '', type = '', before = 0, count = 0 } = book.sections[index] ?? {};
  const rounded = Math.round(progression * 1e6) / 1e6;
  const inside = Math.min(Math.max(0, count - 1), Math.floor(rounded * count + 1e-9));
  return {
    href,
    type,
    ...(title !== undefined && { title: title.slice(0, 500) }),
    locations: {
      progression: rounded,
      ...(count > 0 && { position: before + inside + 1, totalProgression: toShare(book, index, rounded) }),
      ...(cfi !== undefined && cfi.length < 4_000 && { fragments: [cfi] }),
    },
    ...(text && { text }),
  };
}

export type Resolver = ReturnType<typeof createResolver>;

export function createResolver(book: EpubBook, base: string) {
  const findUrl = createFinder(book.sections);
  const resolveUrl = (url: string): Resolved | undefined => {
    const index = findUrl(url);
    if (index < 0) return undefined;
    const id = toFragment(new URL(url).hash);
    return { index, anchor: (doc) => (id === '' ? 0 : (findElement(doc, id) ?? 0)) };
  };
  const resolveShare = (share: number): Resolved => {
    const { index, progression } = findProgression(book, share);
    return { index, anchor: () => progression };
  };
  return {
    resolveUrl,
    resolveShare,
    /** Tries fragments, selector and text, then the progressions. Always returns a result. */
    resolveLocator(locator: Locator): Resolved {
      const { progression, totalProgression, position } = locator.locations ?? {};
      const index = findUrl(new URL(locator.href, base).href);
      if (index >= 0)
        return {
          index,
          anchor: (doc) => findHighlighted(doc, locator) ?? findAnchor(doc, locator) ?? progression ?? 0,
        };
      const byPosition = position ? (position - 1) / book.total : 0;
      return resolveShare(totalProgression ?? byPosition);
    },
  };
}

export const findElement = (doc: Document, id: string): Element | undefined =>
  doc.getElementById(id) ?? doc.querySelector(`[name="${CSS.escape(id)}"]`) ?? undefined;

function findAnchor(doc: Document, locator: Locator): Range | Element | undefined {
  const fragments = locator.locations?.fragments ?? [];
  for (const fragment of fragments) {
    const found = isCfi(fragment) ? findCfi(doc, fragment) : findElement(doc, fragment.replace(/^#/, ''));
    if (found) return found;
  }
  const selector = locator.locations?.cssSelector;
  try {
    if (typeof selector === 'string') return doc.querySelector(selector) ?? undefined;
  } catch {
    // The selector is invalid; fall back to the progressions.
  }
  return undefined;
}

const highlightOf = (locator: Locator): string => {
  const { text } = locator;
  const highlight = typeof text === 'object' && text !== null && 'highlight' in text ? text.highlight : '';
  return typeof highlight === 'string' ? highlight : '';
};

/** The range of a highlight: at its position, or where its text occurs if the file has changed. */
export function findHighlighted(doc: Document, locator: Locator): Range | undefined {
  const found = findAnchor(doc, locator);
  const wanted = highlightOf(locator).replace(/\s+/g, ' ').trim();
  const isSame = (range: Range) => range.toString().replace(/\s+/g, ' ').trim() === wanted;
  if (found && 'startContainer' in found && (wanted === '' || isSame(found))) return found;
  if (wanted === '') return undefined;
  const [first] = textWalker(doc, function* (texts, makeRange) {
    const [hit] = findInTexts(texts, wanted.slice(0, 300), 1);
    if (hit) yield makeRange(hit.startIndex, hit.startOffset, hit.endIndex, hit.endOffset);
  });
  return first;
}
