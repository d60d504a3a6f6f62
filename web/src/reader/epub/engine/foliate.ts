// The engine that is foliate-js. Its parts are used one by one: the whole of it (view.js) would open archives and other
// kinds of books, which our server does.
import type { EpubBook } from '../book/book.ts';
import { toCfi } from '../book/cfi.ts';
import { createResolver, findMarked, type Resolved, toLocator } from '../book/locators.ts';
import { emptyPage, readDocument, toShownUrl } from '../book/resources.ts';
import { findNote } from '../frame/footnotes.ts';
import { listenIn } from '../frame/frame.ts';
import { createOverlays, toMarkId } from '../frame/overlays.ts';
import { toSpot } from '../frame/spots.ts';
import { colorsOf, type Look, type Theme, toMeasures, toStyles } from '../look/look.ts';
import { fixStyles } from '../look/styles.ts';
import { searchBook } from '../search/search.ts';
import type { Engine, Listeners, Target } from './engine.ts';
import {
  type FoliateBook,
  hear,
  type Loaded,
  makeRenderer,
  type Relocated,
  type WithOverlay,
} from './renderer.ts';
import { toPlaces, toShown } from './shown.ts';

interface Parts {
  book: EpubBook;
  /** Address of the manifest. */
  base: string;
  /** Where it is shown. */
  host: HTMLElement;
  look: Look;
  theme: Theme;
  listeners: Listeners;
}

/** Shows the book in the host, at no place yet. */
export async function createFoliate({ book, base, host, look, theme, listeners }: Parts): Promise<Engine> {
  const renderer = await makeRenderer(book.isFixed);
  const resolver = createResolver(book, base);
  const foliateBook = toFoliateBook(book, listeners);
  const parts = {
    ...{ book, renderer, sections: foliateBook.sections },
    ...{ toc: toPlaces(book.toc), pageList: toPlaces(book.pageList) },
  };
  const overlays = createOverlays(({ locator }) => resolver.resolveLocator(locator).index);
  let current: Look = look;
  let isVertical = false;
  let pointed: Resolved | undefined;

  const isRtl = () =>
    book.direction ? book.direction === 'rtl' : isVertical || isRtlLanguage(book.language);

  async function followLink(link: Element, url: URL, isNote: boolean): Promise<void> {
    const target = resolver.resolveUrl(url.href);
    const section = target && book.sections[target.index];
    if (!target || !section) return;
    const spot = toSpot(link);
    const note =
      isNote && url.hash !== '' ? await readNote(target, section).catch(() => undefined) : undefined;
    if (note !== undefined) listeners.onNote({ html: note, url: url.href, spot });
    else listeners.onLink(url.href);
  }

  function selected(index: number, range: Range | undefined): void {
    if (!range) {
      listeners.onSelected(undefined);
      return;
    }
    const text = range.toString().trim();
    const shown = lastFraction(index);
    const cfi = toCfi(index, range);
    const locator = toLocator(book, {
      index,
      progression: shown,
      cfi,
      text: { highlight: text.slice(0, 2_000) },
    });
    listeners.onSelected({ locator, text, spot: toSpot(range) });
  }

  let last: Relocated | undefined;
  const lastFraction = (index: number) => (last?.index === index ? last.fraction : 0);

  hear<Loaded>(renderer, 'load', ({ doc, index }) => {
    describeFrame(doc, book);
    fixStyles(doc, { width: renderer.clientWidth, height: renderer.clientHeight });
    const { writingMode = '' } = doc.body ? getComputedStyle(doc.body) : {};
    isVertical = writingMode.startsWith('vertical');
    listenIn({
      doc,
      listeners: { ...listeners, onMark: (key, spot) => listeners.onMark(toMarkId(key) ?? key, spot) },
      isFixed: book.isFixed,
      findOverlayer: () => overlays.find(index),
      onSelection: (range) => selected(index, range),
      onLink: (link, url, isNote) => void followLink(link, url, isNote),
      onWheel: createWheel({ renderer, isScrolled: () => current.flow === 'scrolled' && !book.isFixed }),
      onSwipe: (toLeft) => {
        if (!isVertical && !book.isFixed) return;
        void (toLeft === !isRtl() ? renderer.next() : renderer.prev());
      },
    });
  });
  hear<WithOverlay>(renderer, 'create-overlayer', ({ doc, index, attach }) => {
    attach(overlays.make(doc, index));
    overlays.draw(index);
  });
  hear<Relocated>(renderer, 'relocate', (relocated) => {
    if (relocated.index < 0 || !book.sections[relocated.index]) return;
    last = relocated;
    listeners.onShown(toShown(parts, relocated));
  });

  function resolve(target: Target): Resolved | undefined {
    if ('locator' in target) return resolver.resolveLocator(target.locator);
    if ('url' in target) return resolver.resolveUrl(target.url);
    return resolver.resolveShare(target.share);
  }

  async function goTo(target: Target): Promise<void> {
    const place = resolve(target);
    if (!place) return;
    pointed = undefined;
    await renderer.goTo(place);
    const locator = 'locator' in target ? target.locator : undefined;
    const isSearched = locator?.text !== undefined && locator.searched === true;
    const [shown] = renderer.getContents();
    if (shown)
      overlays.point(place.index, isSearched && locator ? findMarked(shown.doc, locator) : undefined);
    if (isSearched) pointed = place;
  }

  const setLook = (next: Look, nextTheme: Theme) => {
    current = next;
    dress(host, nextTheme);
    renderer.setStyles?.(toStyles(next, nextTheme));
    for (const [name, value] of Object.entries(toMeasures(next, host.clientWidth < 600)))
      if (renderer.getAttribute(name) !== value) renderer.setAttribute(name, value);
  };

  const inTurn = createTurns();
  const isMoving = matchMedia('(pointer: coarse) and (prefers-reduced-motion: no-preference)').matches;
  if (isMoving) renderer.setAttribute('animated', '');
  renderer.open(foliateBook);
  host.replaceChildren(renderer);
  setLook(look, theme);
  return {
    isRtl,
    next: (pixels) => inTurn(() => renderer.next(pixels)),
    previous: (pixels) => inTurn(() => renderer.prev(pixels)),
    goTo: (target) => inTurn(() => goTo(target)),
    setLook,
    setMarks: overlays.setMarks,
    deselect() {
      for (const { doc } of renderer.getContents()) doc.getSelection()?.removeAllRanges();
      if (pointed) overlays.point(pointed.index, undefined);
    },
    search: (text, signal) => searchBook({ book, toc: parts.toc }, text, signal),
    focus: () => renderer.focusView?.(),
    destroy() {
      try {
        renderer.destroy();
      } catch {
        // It had not shown anything yet.
      }
      renderer.remove();
    },
  };
}

function toFoliateBook(book: EpubBook, { onFault }: Listeners): FoliateBook {
  return {
    dir: book.direction,
    rendition: { layout: book.isFixed ? 'pre-paginated' : 'reflowable', spread: book.spread },
    sections: book.sections.map((section) => {
      let shown: string | undefined;
      return {
        id: section.href,
        linear: section.isInOrder ? 'yes' : 'no',
        pageSpread: section.page,
        async load() {
          shown ??= await toShownUrl(section, book).catch((error: unknown) => {
            onFault(error);
            return emptyPage();
          });
          return shown;
        },
        unload() {
          if (shown?.startsWith('blob:')) URL.revokeObjectURL(shown);
          shown = undefined;
        },
      };
    }),
  };
}

/** The most that wait: who holds a key down wants to stop when it is let go. */
const mostWaiting = 3;

/** One step after the other: foliate-js forgets what it is asked while it does something. */
function createTurns(): (step: () => Promise<void>) => Promise<void> {
  let waiting = 0;
  let last = Promise.resolve();
  return (step) => {
    if (waiting >= mostWaiting) return last;
    waiting += 1;
    last = last
      .then(step)
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return last;
  };
}

const isRtlLanguage = (language: string | undefined): boolean => /^(ar|fa|he|ur|yi)\b/.test(language ?? '');

async function readNote(
  target: Resolved,
  section: EpubBook['sections'][number],
): Promise<string | undefined> {
  const doc = await readDocument(section);
  const place = doc && target.anchor(doc);
  if (!place || typeof place === 'number' || !('closest' in place)) return undefined;
  return findNote(place)?.innerHTML;
}

/** What assistive programs call the frame, and its language where the book alone says it. */
function describeFrame(doc: Document, book: EpubBook): void {
  const frame = doc.defaultView?.frameElement;
  frame?.setAttribute('title', doc.title || doc.querySelector('h1, h2')?.textContent?.trim() || '–');
  const root = doc.documentElement;
  if (!root.lang && book.language) root.lang = root.getAttribute('xml:lang') || book.language;
}

function dress(host: HTMLElement, theme: Theme): void {
  const { paper, ink, scheme } = colorsOf[theme];
  host.style.background = paper;
  host.style.color = ink;
  host.style.colorScheme = scheme;
  host.style.setProperty('--overlayer-highlight-opacity', scheme === 'dark' ? '.45' : '.35');
}

interface WheelParts {
  renderer: { next(): Promise<void>; prev(): Promise<void>; viewSize?: number; end?: number; start?: number };
  isScrolled(): boolean;
}

const restMs = 350;

/** A turn of the wheel turns one page; where the text scrolls, it goes on to the next part at the end. */
function createWheel({ renderer, isScrolled }: WheelParts) {
  let until = 0;
  return ({ deltaX, deltaY, ctrlKey, timeStamp }: WheelEvent) => {
    const delta = Math.abs(deltaY) >= Math.abs(deltaX) ? deltaY : deltaX;
    if (ctrlKey || timeStamp < until || Math.abs(delta) < 4) return;
    if (isScrolled()) {
      const { viewSize = 0, end = 0, start = 0 } = renderer;
      const isOver = delta > 0 ? viewSize - Math.abs(end) <= 2 : Math.abs(start) <= 0;
      if (!isOver) return;
    }
    until = timeStamp + restMs;
    void (delta > 0 ? renderer.next() : renderer.prev());
  };
}
