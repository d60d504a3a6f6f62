// Converts the engine's reports to the visible part of the book.
import { type Entry, type EpubBook, flatten } from '../book/book.ts';
import { toCfi } from '../book/cfi.ts';
import { findElement, toLocator, toShare } from '../book/locators.ts';
import type { VisiblePart } from './engine.ts';
import type { FoliateSection, Relocated, Renderer } from './renderer.ts';

/** Characters read per minute, in alphabetic and CJK scripts. */
const lettersOfMinute = { alphabet: 1_200, signs: 500 };

const lettersIn = new WeakMap<Document, number>();

function minutesOf(doc: Document): number {
  const known = lettersIn.get(doc);
  if (known !== undefined) return known;
  const text = doc.body?.textContent ?? '';
  const characters = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const minutes = characters / lettersOfMinute.signs + (text.length - characters) / lettersOfMinute.alphabet;
  lettersIn.set(doc, minutes);
  return minutes;
}

/** Contents entries by section, in order. */
export type EntriesBySection = ReadonlyMap<number, readonly Entry[]>;

export const toEntriesBySection = (entries: readonly Entry[]): EntriesBySection =>
  Map.groupBy(
    flatten(entries).filter(({ index }) => index >= 0),
    ({ index }) => index,
  );

/** The last entry that begins before or in the visible part. */
export function findEntry(
  entriesBySection: EntriesBySection,
  index: number,
  range: Range | null,
): Entry | undefined {
  const own = entriesBySection.get(index) ?? [];
  const doc = range?.startContainer.ownerDocument;
  const begins = ({ fragment }: Entry): boolean => {
    if (fragment === '' || !doc || !range) return true;
    const element = findElement(doc, fragment);
    // 1 means after the visible part.
    return element !== undefined && range.comparePoint(element, 0) <= 0;
  };
  const found = own.findLast(begins);
  if (found) return found;
  const before = [...entriesBySection.keys()].filter((one) => one < index);
  return before.length > 0 ? entriesBySection.get(Math.max(...before))?.at(-1) : undefined;
}

interface Props {
  book: EpubBook;
  renderer: Renderer;
  /** Objects of the engine, which it compares by identity. */
  sections: readonly FoliateSection[];
  toc: EntriesBySection;
  pageList: EntriesBySection;
}

const turned = new Set(['page', 'snap', 'scroll']);
const toReason = (reason: Relocated['reason']): VisiblePart['reason'] =>
  // Steps in scrolled flow have no reason.
  reason === null || turned.has(reason ?? '') ? 'turned' : reason === 'anchor' ? 'laid out' : 'went';

/** Indexes of the visible sections in a fixed-layout book. */
function toSpread({ book, renderer, sections }: Props, index: number): number[] {
  const spreadOf = (i: number) => renderer.getSpreadOf?.(sections[i])?.index;
  const isUpright = renderer.clientHeight > renderer.clientWidth && book.spread !== 'both';
  if (isUpright) return [index];
  const around = [index - 1, index, index + 1].filter((i) => sections[i] !== undefined);
  return around.filter((i) => spreadOf(i) === spreadOf(index));
}

export function toShown(parts: Props, { reason, range, index, fraction, size = 0 }: Relocated): VisiblePart {
  const { book, renderer, toc, pageList } = parts;
  const indexes = book.isFixed ? toSpread(parts, index) : [index];
  const last = Math.max(...indexes);
  const progression = Number.isFinite(fraction) ? Math.max(0, Math.min(1, fraction)) : 0;
  const isScrolled = renderer.getAttribute('flow') === 'scrolled';
  const part = book.isFixed ? 1 : isScrolled ? toScrolledShare(renderer) : size;
  const lastInOrder = book.sections.findLastIndex(({ isInOrder }) => isInOrder);
  const isAtEnd = last >= lastInOrder && progression + part >= 0.999;
  const entry = findEntry(toc, last, range);
  const doc = range?.startContainer.ownerDocument ?? renderer.getContents()[0]?.doc;
  const visibleText = range ? range.toString().replace(/\s+/g, ' ').trim().slice(0, 200) : '';
  const locator = toLocator(book, {
    index: last,
    progression,
    cfi: range ? toCfi(index, toStart(range)) : undefined,
    title: entry?.label,
    ...(visibleText !== '' && { text: { after: visibleText.slice(0, 100) } }),
  });
  // The book is complete when its last text is visible.
  if (isAtEnd && locator.locations) locator.locations.totalProgression = 1;
  return {
    locator,
    share: toShare(book, Math.min(...indexes), progression),
    endShare: isAtEnd ? 1 : toShare(book, last, Math.min(1, progression + part)),
    entry,
    pageLabel: findEntry(pageList, last, range)?.label,
    pagesLeft:
      book.isFixed || isScrolled || !size ? undefined : Math.max(0, Math.round((1 - progression) / size) - 1),
    minutesLeft: doc ? minutesOf(doc) * (1 - progression) : 0,
    isAtStart: Math.min(...indexes) === 0 && progression <= 0.001,
    isAtEnd,
    text: visibleText,
    reason: toReason(reason),
  };
}

function toScrolledShare({ start = 0, end = 0, viewSize = 0 }: Renderer): number {
  return viewSize > 0 ? (Math.abs(end) - Math.abs(start)) / viewSize : 1;
}

/** The point before the first visible letter. Skips leading white space, which can belong to the end of the previous page. */
function toStart(range: Range): Range {
  const begin = range.cloneRange();
  const { startContainer, startOffset } = range;
  const rest = startContainer.nodeType === Node.TEXT_NODE ? startContainer.nodeValue?.slice(startOffset) : '';
  const first = rest?.search(/\S/) ?? -1;
  if (first > 0) begin.setStart(startContainer, startOffset + first);
  begin.collapse(true);
  return begin;
}
