// Draws highlights over the pages of pdf.js, finds the highlight at a point, and reads the selection.
import { highlightColors } from '../../shared/annotations/colors.ts';
import type { Bounds, TextSelection } from '../../shared/annotations/selection.ts';
import type { Highlight } from '../../shared/annotations/use-annotations.ts';
import { joinLines, type MarkPlace, type Rect, readPlace, toFragments } from './places.ts';

/** Size of the displayed page, in points. */
interface PageSize {
  width: number;
  height: number;
}

interface Props {
  /** The scrolling element. */
  container: HTMLElement;
  /** Undefined for a page without layout. */
  findSize(page: number): PageSize | undefined;
  count: number;
}

type PlacedHighlight = Highlight & MarkPlace;

const layerClass = 'lectern-marks';

export function createPageMarks({ container, findSize, count }: Props) {
  let marks: readonly PlacedHighlight[] = [];
  const findPage = (page: number) =>
    container.querySelector<HTMLElement>(`.page[data-page-number="${page}"]`) ?? undefined;

  /** pdf.js clears pages that are far away and renders them again later. */
  function draw(page: number): void {
    const element = findPage(page);
    const size = findSize(page);
    element?.querySelector(`:scope > .${layerClass}`)?.remove();
    const own = marks.filter((mark) => mark.page === page);
    if (!element || !size || own.length === 0) return;
    const layer = document.createElement('div');
    layer.className = layerClass;
    for (const { color, rects, hasNote, id } of own)
      for (const { left, right, top, bottom } of rects) {
        const piece = document.createElement('div');
        piece.dataset.mark = id;
        if (hasNote) piece.dataset.note = '';
        piece.style.setProperty('--mark', highlightColors[color]);
        piece.style.left = `${(left / size.width) * 100}%`;
        piece.style.top = `${(top / size.height) * 100}%`;
        piece.style.width = `${((right - left) / size.width) * 100}%`;
        piece.style.height = `${((bottom - top) / size.height) * 100}%`;
        layer.append(piece);
      }
    // Below the selectable text and above the page image.
    element.querySelector(':scope > .canvasWrapper')?.after(layer);
  }

  return {
    draw,
    set(highlights: readonly Highlight[]) {
      const before = new Set(marks.map(({ page }) => page));
      marks = highlights.flatMap((mark) => {
        const place = readPlace(mark.locator);
        return place ? [{ ...mark, ...place }] : [];
      });
      for (const page of new Set([...before, ...marks.map(({ page }) => page)])) draw(page);
    },
    /** The highlight at a point of the window. */
    findAt(x: number, y: number): { id: string; bounds: Bounds } | undefined {
      for (const piece of container.querySelectorAll<HTMLElement>(`.${layerClass} > [data-mark]`)) {
        const { left, right, top, bottom } = piece.getBoundingClientRect();
        const id = piece.dataset.mark;
        if (id && x >= left && x <= right && y >= top && y <= bottom)
          return { id, bounds: { left, right, top, bottom } };
      }
      return undefined;
    },
    /** The selection on its first page. */
    readSelection(): TextSelection | undefined {
      const selection = getSelection();
      const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
      if (!range || range.collapsed || !container.contains(range.commonAncestorContainer)) return undefined;
      const start = range.startContainer;
      const page = (start instanceof Element ? start : start.parentElement)?.closest<HTMLElement>('.page');
      const number = Number(page?.dataset.pageNumber);
      const size = findSize(number);
      if (!page || !size) return undefined;
      const own = limitTo(range, page);
      const text = own.toString().replace(/\s+/g, ' ').trim();
      const seen = toRects(own, page);
      if (text === '' || seen.length === 0) return undefined;
      const box = page.getBoundingClientRect();
      const rects = joinLines(seen).map((rect) => toPoints(rect, box, size));
      const totalProgression = count > 1 ? Math.min(1, (number - 1) / count) : 0;
      return {
        text,
        bounds: toBounds(seen),
        locator: {
          href: `pages/${number}`,
          type: 'application/pdf',
          locations: { position: number, totalProgression, fragments: toFragments(number, rects) },
          text: { highlight: text.slice(0, 2_000) },
        },
      };
    },
  };
}

/** The part of the range on this page. */
function limitTo(range: Range, page: HTMLElement): Range {
  const own = range.cloneRange();
  const layer = page.querySelector('.textLayer') ?? page;
  if (!page.contains(range.endContainer)) own.setEnd(layer, layer.childNodes.length);
  return own;
}

/** Rectangles of words only: the elements around them are as wide as the page. */
function toRects(range: Range, page: HTMLElement): Rect[] {
  const box = page.getBoundingClientRect();
  return [...range.getClientRects()]
    .filter(
      ({ width, height }) =>
        width > 0.5 && height > 1 && height < box.height / 4 && width < box.width * 0.999,
    )
    .map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
}

const toPoints = ({ left, right, top, bottom }: Rect, box: DOMRect, { width, height }: PageSize): Rect => {
  const across = (x: number) => Math.min(width, Math.max(0, ((x - box.left) / box.width) * width));
  const down = (y: number) => Math.min(height, Math.max(0, ((y - box.top) / box.height) * height));
  return { left: across(left), right: across(right), top: down(top), bottom: down(bottom) };
};

const toBounds = (rects: readonly Rect[]): Bounds => ({
  left: Math.min(...rects.map(({ left }) => left)),
  right: Math.max(...rects.map(({ right }) => right)),
  top: Math.min(...rects.map(({ top }) => top)),
  bottom: Math.max(...rects.map(({ bottom }) => bottom)),
});
