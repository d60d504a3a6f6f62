// Events inside a document of the book: taps, keys, links, selections. The document's own scripts never run, and links are
// followed only through these listeners.
import type { Overlayer } from 'foliate-js/overlayer.js';
import type { Listeners } from '../engine/engine.ts';
import { findFrameBox, toBounds } from './bounds.ts';
import { isNoteLink } from './footnotes.ts';
import { toHighlightId } from './overlays.ts';
import { createTextClicks } from './text-clicks.ts';

export interface FrameDeps {
  doc: Document;
  listeners: Listeners;
  findOverlayer(): Overlayer | undefined;
  onSelection(range: Range | undefined): void;
  /** A link inside the book, to a note or another position. */
  onLink(link: Element, url: URL, isNote: boolean): void;
  onWheel(event: WheelEvent): void;
  /** A horizontal swipe that the engine ignores. */
  onSwipe(toLeft: boolean): void;
  isFixed: boolean;
}

const xlink = 'http://www.w3.org/1999/xlink';
const hrefOf = (link: Element) => link.getAttribute('href') ?? link.getAttributeNS(xlink, 'href') ?? '';
/** Does not use `instanceof`: the document has its own realm. */
const isElement = (target: EventTarget | null): target is Element => target !== null && 'closest' in target;
const toElement = (target: EventTarget | null): Element | undefined =>
  isElement(target) ? target : undefined;
const findLink = ({ target }: Event): Element | null => toElement(target)?.closest('a, area') ?? null;

/** URL schemes that the user can open after a confirmation. */
const outside = /^(https?|mailto):$/;

function follow(link: Element, { doc, listeners, onLink }: FrameDeps): void {
  let url: URL;
  try {
    url = new URL(hrefOf(link), doc.baseURI);
  } catch {
    return;
  }
  if (url.origin === location.origin && url.protocol === location.protocol)
    onLink(link, url, isNoteLink(link));
  else if (outside.test(url.protocol)) listeners.onExternalLink(url.href);
}

function toPicture(target: Element): { url: string; label: string } | undefined {
  const image = target.closest('img, image');
  if (!image) return undefined;
  const source = image.localName === 'img' ? image.getAttribute('src') : hrefOf(image);
  const { width = 0, height = 0 } = image.getBoundingClientRect();
  // Inline symbols are not images.
  if (!source || width < 64 || height < 64) return undefined;
  const url = new URL(source, image.ownerDocument.baseURI);
  if (url.origin !== location.origin) return undefined;
  return { url: url.href, label: image.getAttribute('alt') ?? '' };
}

function click(event: MouseEvent, parts: FrameDeps, onClick: ReturnType<typeof createTextClicks>): void {
  const { doc, listeners, findOverlayer, isFixed } = parts;
  const link = findLink(event);
  if (link) {
    event.preventDefault();
    if (hrefOf(link) !== '') {
      follow(link, parts);
      return;
    }
  }
  if (event.button !== 0) return;
  const selection = doc.getSelection();
  if (selection && !selection.isCollapsed) return;
  const [key, range] = findOverlayer()?.hitTest(event) ?? [];
  const id = key && toHighlightId(key);
  if (id && range) {
    listeners.onHighlight(id, toBounds(range));
    return;
  }
  const { left, top, scale } = findFrameBox(doc);
  const x = (left + event.clientX * scale) / innerWidth;
  const y = (top + event.clientY * scale) / innerHeight;
  const isBeside = x < 0.2 || x > 0.8;
  const element = toElement(event.target);
  const picture = isFixed || isBeside || !element ? undefined : toPicture(element);
  if (picture) listeners.onImage(picture);
  else onClick(event, () => listeners.onTap(x, y));
}

/** Reports a selection once it is complete: dragging changes it many times. */
function watchSelection({ doc, onSelection }: FrameDeps): void {
  let isPressed = false;
  let timer: number | undefined;
  const readSelection = () => {
    const selection = doc.getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
    onSelection(range && !range.collapsed && range.toString().trim() !== '' ? range : undefined);
  };
  const soon = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => !isPressed && readSelection(), 250);
  };
  doc.addEventListener('pointerdown', () => {
    isPressed = true;
  });
  for (const name of ['pointerup', 'pointercancel'])
    doc.addEventListener(name, () => {
      isPressed = false;
      soon();
    });
  doc.addEventListener('selectionchange', soon);
}

/** The engine swipes vertical text up and down. Horizontal swipes also turn pages there. */
function watchSwipes({ doc, onSwipe }: FrameDeps): void {
  let begin: { x: number; y: number } | undefined;
  doc.addEventListener(
    'touchstart',
    ({ touches }) => {
      const [touch] = touches;
      begin = touch && touches.length === 1 ? { x: touch.screenX, y: touch.screenY } : undefined;
    },
    { passive: true },
  );
  doc.addEventListener(
    'touchend',
    ({ changedTouches: [touch] }) => {
      if (!begin || !touch) return;
      const x = touch.screenX - begin.x;
      const y = touch.screenY - begin.y;
      begin = undefined;
      if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y) && doc.getSelection()?.isCollapsed !== false)
        onSwipe(x < 0);
    },
    { passive: true },
  );
}

export function listenIn(parts: FrameDeps): void {
  const { doc, listeners, onWheel } = parts;
  const onClick = createTextClicks(doc);
  doc.addEventListener('click', (event) => click(event, parts, onClick));
  doc.addEventListener('auxclick', (event) => {
    if (findLink(event)) event.preventDefault();
  });
  for (const name of ['submit', 'dragstart']) doc.addEventListener(name, (event) => event.preventDefault());
  doc.addEventListener('keydown', (event) => {
    if (toElement(event.target)?.matches('input, textarea, select')) return;
    const link = event.key === 'Enter' ? findLink(event) : null;
    if (!link) listeners.onKey(event);
  });
  doc.addEventListener('wheel', onWheel, { passive: true });
  doc.addEventListener('pointermove', ({ pointerType, clientY }) => {
    if (pointerType !== 'mouse') return;
    const { top, scale } = findFrameBox(doc);
    listeners.onMouse(top + clientY * scale);
  });
  watchSelection(parts);
  watchSwipes(parts);
}
