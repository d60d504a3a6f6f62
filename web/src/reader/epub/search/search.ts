// Searches the book document by document and yields the hits of each.
import { textWalker } from 'foliate-js/text-walker.js';
import { findInTexts } from '../../shared/search/find.ts';
import type { EpubBook } from '../book/book.ts';
import { toCfi } from '../book/cfi.ts';
import { toLocator } from '../book/locators.ts';
import { readDocument } from '../book/resources.ts';
import type { Hit } from '../engine/engine.ts';
import { type EntriesBySection, findEntry } from '../engine/shown.ts';

/** Maximum number of hits. */
const maxHits = 1_000;

interface Props {
  book: EpubBook;
  toc: EntriesBySection;
}

/** Throws AbortError when aborted. Documents that cannot be loaded are skipped. */
export async function* searchBook(
  { book, toc }: Props,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<{ hits: Hit[]; done: number }> {
  let left = maxHits;
  for (const [index, section] of book.sections.entries()) {
    signal.throwIfAborted();
    const doc = await readDocument(section, signal).catch(() => undefined);
    signal.throwIfAborted();
    const hits = doc ? listHits({ book, toc, doc, index }, query, left) : [];
    left -= hits.length;
    yield { hits, done: (index + 1) / book.sections.length };
    if (left <= 0) return;
  }
}

function listHits(
  { book, toc, doc, index }: Props & { doc: Document; index: number },
  query: string,
  most: number,
): Hit[] {
  const found = textWalker(doc, function* (texts, makeRange) {
    const length = Math.max(
      1,
      texts.reduce((sum, text) => sum + text.length, 0),
    );
    let before = 0;
    let at = 0;
    for (const one of findInTexts(texts, query, most)) {
      while (at < one.startIndex) before += texts[at++]?.length ?? 0;
      const range = makeRange(one.startIndex, one.startOffset, one.endIndex, one.endOffset);
      yield { ...one, range, progression: (before + one.startOffset) / length };
    }
  });
  return [...found].map(({ range, progression, before, match, after }) => {
    const text = { before, highlight: match, after };
    const locator = toLocator(book, { index, progression, cfi: toCfi(index, range), text });
    const label = findEntry(toc, index, range)?.label ?? '';
    return { locator: { ...locator, searched: true }, before, match, after, label };
  });
}
