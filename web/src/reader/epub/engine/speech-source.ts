// The sentences of the visible document for reading aloud, and the marking of the spoken sentence.
import type { EpubBook } from '../book/book.ts';
import { findFrameBox } from '../frame/bounds.ts';
import type { Overlays } from '../frame/overlays.ts';
import type { SpeechSource } from '../speech/reader-aloud.ts';
import { listSentences } from '../speech/sentences.ts';
import type { Renderer } from './renderer.ts';

interface Props {
  book: EpubBook;
  renderer: Renderer;
  overlays: Overlays;
  /** The visible part. */
  findShown(): { index: number; range: Range | null } | undefined;
}

/** Scrolls or pages to texts whose beginning is not visible, one after the other. */
export function createBringer(renderer: Renderer) {
  let isMoving = false;
  return async (index: number, range: Range): Promise<void> => {
    if (isMoving || isOnScreen(range, renderer)) return;
    isMoving = true;
    await renderer.goTo({ index, anchor: () => range }).finally(() => {
      isMoving = false;
    });
  };
}

export function createSpeechSource({ book, renderer, overlays, findShown }: Props): SpeechSource {
  const bring = createBringer(renderer);
  const findDocument = () => renderer.getContents()[0]?.doc;

  return {
    list(from) {
      const doc = findDocument();
      if (!doc?.body) return [];
      const range = from === 'screen' ? findShown()?.range : undefined;
      const isOfDocument = range?.startContainer.ownerDocument === doc;
      return listSentences(doc, book.language, isOfDocument && range ? range : undefined);
    },
    async goOn() {
      const here = findShown()?.index ?? 0;
      const next = book.sections.findIndex(({ isInOrder }, index) => isInOrder && index > here);
      if (next < 0) return false;
      await renderer.goTo({ index: next, anchor: () => 0 });
      return true;
    },
    async show(sentence, letter) {
      const index = findShown()?.index;
      if (index === undefined) return;
      const isShown = sentence?.range.startContainer.ownerDocument === findDocument();
      overlays.speak(index, isShown ? sentence?.range : undefined);
      const spoken = isShown ? sentence?.at(letter) : undefined;
      if (spoken) await bring(index, spoken);
    },
  };
}

/** Whether the first letters are visible. */
function isOnScreen(range: Range, renderer: Renderer): boolean {
  const doc = range.startContainer.ownerDocument;
  const rect = [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  // Text without a layout box cannot be shown.
  if (!doc || !rect) return true;
  const box = findFrameBox(doc);
  const room = renderer.getBoundingClientRect();
  const x = box.left + ((rect.left + rect.right) / 2) * box.scale;
  const y = box.top + ((rect.top + rect.bottom) / 2) * box.scale;
  return x >= room.left && x <= room.right && y >= room.top && y <= room.bottom;
}
