// The position of a highlight on a PDF page: the fragments of its locator (RFC 8118, section 3: `page`, `highlight`), in
// points from the left and top edge of the page. Uses no browser API.
import type { Locator } from '@lectern/contract/reading/progress';

export interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A locator has at most 50 fragments. */
const maxRects = 49;

const toNumber = (points: number): string => String(Math.round(points * 10) / 10);

export const toFragments = (page: number, rects: readonly Rect[]): string[] => [
  `page=${page}`,
  ...rects
    .slice(0, maxRects)
    .map(({ left, right, top, bottom }) => `highlight=${[left, right, top, bottom].map(toNumber).join(',')}`),
];

export interface MarkPlace {
  page: number;
  rects: Rect[];
}

/** Undefined for a locator without a position on a page. */
export function readPlace({ locations }: Locator): MarkPlace | undefined {
  const page = locations?.position;
  if (page == null) return undefined;
  const rects = (locations?.fragments ?? []).flatMap((fragment): Rect[] => {
    const [, values] = /^highlight=([\d.,]{7,60})$/.exec(fragment) ?? [];
    const [left, right, top, bottom, ...more] = (values ?? '').split(',').map(Number);
    if (left === undefined || right === undefined || top === undefined || bottom === undefined) return [];
    const isRect =
      more.length === 0 && left < right && top < bottom && [left, right, top, bottom].every(Number.isFinite);
    return isRect ? [{ left, right, top, bottom }] : [];
  });
  return rects.length > 0 ? { page, rects: rects.slice(0, maxRects) } : undefined;
}

/** The words of a line are separate pieces of text. Adjacent pieces become one rectangle. */
export function joinLines(rects: readonly Rect[]): Rect[] {
  const lines: Rect[] = [];
  for (const rect of rects) {
    const line = lines.at(-1);
    const height = rect.bottom - rect.top;
    const isSame =
      line !== undefined &&
      Math.min(line.bottom, rect.bottom) - Math.max(line.top, rect.top) > height / 2 &&
      rect.left <= line.right + height * 2 &&
      rect.right >= line.left - height * 2;
    if (!isSame) {
      lines.push({ ...rect });
      continue;
    }
    line.left = Math.min(line.left, rect.left);
    line.right = Math.max(line.right, rect.right);
    line.top = Math.min(line.top, rect.top);
    line.bottom = Math.max(line.bottom, rect.bottom);
  }
  return lines;
}
