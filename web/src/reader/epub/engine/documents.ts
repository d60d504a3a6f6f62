// Prepares each document of a book when it is loaded, and handles its events.

import type { TextSelection } from '../../shared/annotations/selection.ts';
import { fixStyles } from '../appearance/styles.ts';
import { type EpubBook, toFragment } from '../book/book.ts';
import { toCfi } from '../book/cfi.ts';
import type { Resolved, Resolver } from '../book/locators.ts';
import { toLocator } from '../book/locators.ts';
import { readDocument } from '../book/resources.ts';
import { toBounds } from '../frame/bounds.ts';
import { findNote } from '../frame/footnotes.ts';
import { listenIn } from '../frame/frame.ts';
import type { Overlays } from '../frame/overlays.ts';
import type { Listeners } from './engine.ts';
import { type Loaded, listen, type Renderer, type WithOverlay } from './renderer.ts';
import { type EntriesBySection, findEntry } from './shown.ts';
import { createWheel } from './turns.ts';

interface Props {
  book: EpubBook;
  renderer: Renderer;
  toc: EntriesBySection;
  resolver: Resolver;
  overlays: Overlays;
  listeners: Listeners;
  isScrolled(): boolean;
}

/** Applies to all documents loaded from now on. */
export function listenToDocuments(parts: Props): { isRtl(): boolean } {
  const { book, renderer, overlays, listeners, isScrolled } = parts;
  let isVertical = false;
  const isRtl = () =>
    book.direction ? book.direction === 'rtl' : isVertical || isRtlLanguage(book.language);

  listen<Loaded>(renderer, 'load', ({ doc, index }) => {
    describeFrame(doc, book);
    // The reader handles swipes, as in global.css.
    Object.assign(doc.documentElement.style, { overscrollBehavior: 'none', touchAction: 'manipulation' });
    fixStyles(doc, { width: renderer.clientWidth, height: renderer.clientHeight });
    const { writingMode = '' } = doc.body ? getComputedStyle(doc.body) : {};
    isVertical = writingMode.startsWith('vertical');
    listenIn({
      doc,
      listeners,
      isFixed: book.isFixed,
      findOverlayer: () => overlays.find(index),
      onSelection: (range) => listeners.onSelected(range && toSelected(parts, index, range)),
      onLink: (link, url, isNote) => void followLink(parts, { link, url, isNote }),
      onWheel: createWheel({ renderer, isScrolled }),
      onSwipe: (toLeft) => {
        if (!isVertical && !book.isFixed) return;
        void (toLeft === !isRtl() ? renderer.next() : renderer.prev());
      },
    });
  });
  listen<WithOverlay>(renderer, 'create-overlayer', ({ doc, index, attach }) => {
    attach(overlays.make(doc, index));
    overlays.draw(index);
  });
  return { isRtl };
}

interface Followed {
  link: Element;
  url: URL;
  isNote: boolean;
}

async function followLink(
  { book, resolver, listeners }: Props,
  { link, url, isNote }: Followed,
): Promise<void> {
  const target = resolver.resolveUrl(url.href);
  const section = target && book.sections[target.index];
  if (!target || !section) return;
  const bounds = toBounds(link);
  const isNamed = toFragment(url.hash) !== '';
  const html = isNote && isNamed ? await readNote(target, section).catch(() => undefined) : undefined;
  if (html !== undefined) listeners.onFootnote({ html, url: url.href, bounds });
  else listeners.onLink(url.href);
}

const isRtlLanguage = (language: string | undefined): boolean => /^(ar|fa|he|ur|yi)\b/.test(language ?? '');

async function readNote(
  target: Resolved,
  section: EpubBook['sections'][number],
): Promise<string | undefined> {
  const doc = await readDocument(section);
  const element = doc && target.anchor(doc);
  if (!element || typeof element === 'number' || !('closest' in element)) return undefined;
  return findNote(element)?.innerHTML;
}

/** Sets the accessible name of the frame, and its language if only the manifest declares it. */
function describeFrame(doc: Document, book: EpubBook): void {
  const frame = doc.defaultView?.frameElement;
  frame?.setAttribute('title', doc.title || doc.querySelector('h1, h2')?.textContent?.trim() || '–');
  const root = doc.documentElement;
  if (!root.lang && book.language) root.lang = root.getAttribute('xml:lang') || book.language;
}

/** The share of the document's text that precedes the range. */
function toProgression(range: Range): number {
  const doc = range.startContainer.ownerDocument;
  const body = doc?.body;
  if (!doc || !body) return 0;
  const before = doc.createRange();
  before.setStart(body, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().length / Math.max(1, body.textContent?.length ?? 1);
}

function toSelected({ book, toc }: Props, index: number, range: Range): TextSelection {
  const text = range.toString().trim();
  const locator = toLocator(book, {
    index,
    progression: Math.min(1, toProgression(range)),
    cfi: toCfi(index, range),
    title: findEntry(toc, index, range)?.label,
    text: { highlight: text.slice(0, 2_000) },
  });
  return { locator, text, bounds: toBounds(range) };
}
