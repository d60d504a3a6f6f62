// The layout engine, based on parts of foliate-js. Its view.js is not used, because it also opens archives and other
// formats, which is the server's job.

import { type Appearance, type Theme, themeColors, toLayout, toStyles } from '../appearance/appearance.ts';
import type { EpubBook } from '../book/book.ts';
import { createResolver, findHighlighted, type Resolved, type Resolver } from '../book/locators.ts';
import { createOverlays, type Overlays } from '../frame/overlays.ts';
import { createPictures } from '../pictures/pictures.ts';
import { searchBook } from '../search/search.ts';
import { listenToDocuments } from './documents.ts';
import type { Engine, Listeners, Target } from './engine.ts';
import { toFoliateBook } from './foliate-book.ts';
import { createNarrationSource } from './narration-source.ts';
import { type Loaded, listen, makeRenderer, type Relocated, type Renderer } from './renderer.ts';
import { toEntriesBySection, toShown } from './shown.ts';
import { createSpeechSource } from './speech-source.ts';
import { createWheelTurns } from './turns.ts';

interface Props {
  book: EpubBook;
  /** URL of the manifest. */
  base: string;
  /** The element to render into. */
  host: HTMLElement;
  initialAppearance: Appearance;
  theme: Theme;
  fontFaces: string;
  listeners: Listeners;
}

/** Milliseconds for which a position stays outlined. */
const flashMs = 3_000;

/** Creates the renderer in the host element. Call `goTo` next. */
export async function createFoliate({
  book,
  base,
  host,
  initialAppearance,
  theme,
  fontFaces,
  listeners,
}: Props): Promise<Engine> {
  const renderer = await makeRenderer(book.isFixed);
  const resolver = createResolver(book, base);
  const foliateBook = toFoliateBook(book, listeners.onError);
  const parts = {
    book,
    renderer,
    sections: foliateBook.sections,
    toc: toEntriesBySection(book.toc),
    pageList: toEntriesBySection(book.pageList),
  };
  const overlays = createOverlays(({ locator }) => resolver.resolveLocator(locator).index);
  const appearance = createAppearance(renderer, host, initialAppearance);
  const navigation = createNavigation({ renderer, resolver, overlays });
  const isScrolled = () => appearance.flow() === 'scrolled' && !book.isFixed;
  const pictures = createPictures();
  listen<Loaded>(renderer, 'load', ({ doc }) => pictures.watch(doc));
  const { isRtl } = listenToDocuments({ ...parts, resolver, overlays, listeners, isScrolled });
  let last: Relocated | undefined;
  listen<Relocated>(renderer, 'relocate', (relocated) => {
    if (relocated.index < 0 || !book.sections[relocated.index]) return;
    last = relocated;
    listeners.onShown(toShown(parts, relocated));
  });
  const wheelTurns = createWheelTurns();
  const isMoving = matchMedia('(pointer: coarse) and (prefers-reduced-motion: no-preference)').matches;
  if (isMoving) renderer.setAttribute('animated', '');
  renderer.open(foliateBook);
  host.replaceChildren(renderer);
  const stopListening = listenBeside(host, listeners);
  appearance.set(initialAppearance, theme, fontFaces);
  appearance.watch();
  return {
    isRtl,
    next: (pixels) => wheelTurns(() => renderer.next(pixels)),
    previous: (pixels) => wheelTurns(() => renderer.prev(pixels)),
    goTo: (target) => wheelTurns(() => navigation.goTo(target)),
    setAppearance: appearance.set,
    setHighlights: overlays.setMarks,
    deselect() {
      for (const { doc } of renderer.getContents()) doc.getSelection()?.removeAllRanges();
      navigation.unpoint();
    },
    speech: book.isFixed
      ? undefined
      : createSpeechSource({ book, renderer, overlays, findShown: () => last }),
    narration: createNarrationSource({ book, renderer, overlays, findShown: () => last }),
    search: (text, signal) => searchBook({ book, toc: parts.toc }, text, signal),
    destroy() {
      appearance.unwatch();
      pictures.end();
      stopListening();
      try {
        renderer.destroy();
      } catch {
        // Nothing has been rendered yet.
      }
      renderer.remove();
    },
  };
}

/** Taps and mouse moves in the margins, outside all documents. */
function listenBeside(host: HTMLElement, listeners: Listeners): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  host.addEventListener(
    'click',
    ({ clientX, clientY }) => listeners.onTap(clientX / innerWidth, clientY / innerHeight),
    { signal },
  );
  host.addEventListener(
    'pointermove',
    ({ pointerType, clientY }) => pointerType === 'mouse' && listeners.onMouse(clientY),
    { signal },
  );
  return () => ending.abort();
}

interface NavigationDependencies {
  renderer: Renderer;
  resolver: Resolver;
  overlays: Overlays;
}

/** Navigates to positions and outlines their text. */
function createNavigation({ renderer, resolver, overlays }: NavigationDependencies) {
  let pointed: Resolved | undefined;

  function resolve(target: Target): Resolved | undefined {
    if ('locator' in target) return resolver.resolveLocator(target.locator);
    if ('url' in target) return resolver.resolveUrl(target.url);
    return resolver.resolveShare(target.share);
  }

  return {
    async goTo(target: Target): Promise<void> {
      const position = resolve(target);
      if (!position) return;
      pointed = undefined;
      await renderer.goTo(position);
      const { locator, isPointed = false } = 'locator' in target ? target : {};
      const isSearched = locator?.text !== undefined && locator.searched === true;
      const [shown] = renderer.getContents();
      const isSeen = locator !== undefined && (isSearched || isPointed);
      if (shown) overlays.point(position.index, isSeen ? findHighlighted(shown.doc, locator) : undefined);
      if (isSeen) pointed = position;
      // The outline of a search hit is permanent.
      if (isPointed)
        window.setTimeout(() => pointed === position && overlays.point(position.index, undefined), flashMs);
    },
    unpoint(): void {
      if (pointed) overlays.point(pointed.index, undefined);
    },
  };
}

/** Applies the appearance, and measures again when the window is resized. */
function createAppearance(renderer: Renderer, host: HTMLElement, initial: Appearance) {
  let current = initial;
  const measure = () => {
    for (const [name, value] of Object.entries(toLayout(current, host.clientWidth)))
      if (renderer.getAttribute(name) !== value) renderer.setAttribute(name, value);
  };
  const watcher = new ResizeObserver(measure);
  return {
    flow: () => current.flow,
    set(next: Appearance, theme: Theme, fontFaces: string): void {
      current = next;
      dress(host, next, theme);
      renderer.setStyles?.(toStyles(next, theme, fontFaces));
      measure();
    },
    watch: () => watcher.observe(host),
    unwatch: () => watcher.disconnect(),
  };
}

function dress(host: HTMLElement, { brightness }: Appearance, theme: Theme): void {
  const { paper, ink, scheme } = themeColors[theme];
  host.style.background = paper;
  host.style.color = ink;
  host.style.colorScheme = scheme;
  host.style.filter = brightness < 100 ? `brightness(${brightness / 100})` : '';
  host.style.setProperty('--overlayer-highlight-opacity', scheme === 'dark' ? '.45' : '.35');
}
