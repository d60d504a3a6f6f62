// The audio clips of the visible document, and the marking of the spoken text.
import type { EpubBook } from '../book/book.ts';
import { findElement } from '../book/locators.ts';
import type { Overlays } from '../frame/overlays.ts';
import { type Clip, readOverlay } from '../narration/clips.ts';
import type { NarrationSource } from '../narration/narrator.ts';
import type { Renderer } from './renderer.ts';
import { createBringer } from './speech-source.ts';

interface Props {
  book: EpubBook;
  renderer: Renderer;
  overlays: Overlays;
  /** The visible part. */
  findShown(): { index: number; range: Range | null } | undefined;
}

/** Undefined for a book without audio. */
export function createNarrationSource(parts: Props): NarrationSource | undefined {
  const { book, renderer, overlays, findShown } = parts;
  if (!book.sections.some(({ overlay, isInOrder }) => isInOrder && overlay)) return undefined;
  const bring = createBringer(renderer);
  const clipsOf = new Map<number, Promise<Clip[]>>();
  let section = 0;
  const marks = createMarks(book, overlays);

  const findDocument = (index: number) =>
    renderer.getContents().find((one) => (one.index ?? index) === index)?.doc;

  async function listAll(index: number): Promise<Clip[]> {
    const { overlay, url } = book.sections[index] ?? {};
    if (!overlay || !url) return [];
    const known = clipsOf.get(index) ?? readOverlay(overlay, book.folder);
    clipsOf.set(index, known);
    known.catch(() => clipsOf.delete(index));
    // One overlay can cover several documents.
    return (await known).filter((clip) => clip.url === url);
  }

  /** In a fixed-layout spread, the first page with audio. */
  function findFirst(): number {
    const shown = findShown()?.index ?? 0;
    if (!book.isFixed) return shown;
    const indexes = renderer.getContents().flatMap(({ index }) => index ?? []);
    return Math.min(shown, ...indexes.filter((index) => book.sections[index]?.isInOrder));
  }

  /** The first clip whose text is not before the screen. */
  function startOf(clips: readonly Clip[]): number {
    const range = findShown()?.range;
    const doc = findDocument(section);
    if (book.isFixed || !doc || range?.startContainer.ownerDocument !== doc) return 0;
    const isAhead = ({ fragment }: Clip) => {
      const element = findElement(doc, fragment);
      return element !== undefined && range.comparePoint(element, element.childNodes.length) >= 0;
    };
    const found = clips.findIndex(isAhead);
    return found < 0 ? clips.length : found;
  }

  return {
    async list(from) {
      if (from === 'screen') section = findFirst();
      const clips = await listAll(section);
      return from === 'screen' ? clips.slice(startOf(clips)) : clips;
    },
    async goOn() {
      const next = book.sections.findIndex(
        ({ isInOrder, overlay }, index) => isInOrder && overlay && index > section,
      );
      if (next < 0) return false;
      section = next;
      await renderer.goTo({ index: next, anchor: () => 0 });
      return true;
    },
    async show(clip) {
      marks.clear();
      const doc = clip && findDocument(section);
      const element = doc && findElement(doc, clip.fragment);
      if (!doc || !element) return;
      marks.set(section, doc, element);
      if (book.isFixed) return;
      const range = doc.createRange();
      range.selectNodeContents(element);
      await bring(section, range);
    },
  };
}

/** Marks the spoken text. */
function createMarks({ soundClasses, isFixed }: EpubBook, overlays: Overlays) {
  const { activeClass, playbackActiveClass } = soundClasses;
  let unmark = () => {};
  return {
    set(section: number, doc: Document, element: Element) {
      if (activeClass) element.classList.add(activeClass);
      if (playbackActiveClass) doc.documentElement.classList.add(playbackActiveClass);
      const range = doc.createRange();
      range.selectNodeContents(element);
      // In fixed-layout books, where the text is often part of an image, uses the CSS class declared by the book, if any.
      if (!isFixed || activeClass === undefined) overlays.speak(section, range);
      unmark = () => {
        if (activeClass) element.classList.remove(activeClass);
        if (playbackActiveClass) doc.documentElement.classList.remove(playbackActiveClass);
        overlays.speak(section, undefined);
      };
    },
    clear() {
      unmark();
      unmark = () => {};
    },
  };
}
