// Reads the outline (bookmarks) of a document as a bounded flat list, because its tree may be cyclic.
import { readText } from './text.ts';
import type { PdfiumWasm } from './wasm.ts';

export interface OutlineItem {
  title: string;
  /** 0 for a top-level item. The children of an item follow it with the next level. */
  level: number;
  /** Zero-based index of the target page. Undefined without a target in the document. */
  pageIndex: number | undefined;
}

const MAX_ITEMS = 10_000;
const MAX_LEVEL = 32;
const MAX_TITLE_LENGTH = 2000;

/** Returns the items in reading order. Omits repeated items and items beyond the limits of depth and number. */
export function readOutline(wasm: PdfiumWasm, document: number, pageCount: number): OutlineItem[] {
  const { api } = wasm;
  const items: OutlineItem[] = [];
  const seen = new Set<number>();
  /** The next sibling to visit on each level. The last is the deepest. */
  const pending = [api.FPDFBookmark_GetFirstChild(document, 0)];
  while (pending.length > 0 && items.length < MAX_ITEMS) {
    const bookmark = pending.pop() ?? 0;
    if (bookmark === 0 || seen.has(bookmark)) continue;
    seen.add(bookmark);
    const level = pending.length;
    const title = readText(wasm, MAX_TITLE_LENGTH, (at, size) =>
      api.FPDFBookmark_GetTitle(bookmark, at, size),
    );
    items.push({ title: title ?? '', level, pageIndex: findPage(wasm, { document, bookmark, pageCount }) });
    pending.push(api.FPDFBookmark_GetNextSibling(document, bookmark));
    if (level < MAX_LEVEL) pending.push(api.FPDFBookmark_GetFirstChild(document, bookmark));
  }
  return items;
}

function findPage(
  { api }: PdfiumWasm,
  from: { document: number; bookmark: number; pageCount: number },
): number | undefined {
  const { document, bookmark } = from;
  const direct = api.FPDFBookmark_GetDest(document, bookmark);
  const action = direct === 0 ? api.FPDFBookmark_GetAction(bookmark) : 0;
  const destination = action === 0 ? direct : api.FPDFAction_GetDest(document, action);
  const index = destination === 0 ? -1 : api.FPDFDest_GetDestPageIndex(document, destination);
  return index >= 0 && index < from.pageCount ? index : undefined;
}
