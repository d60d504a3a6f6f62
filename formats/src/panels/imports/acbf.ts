// Frames of an ACBF document (Advanced Comic Book Format 1.1), which is an entry of a comic.
import type { Limits } from '../../limits.ts';
import { resolveHref } from '../../opf/href.ts';
import { descendants, elements, firstElement, parseXml } from '../../xml/tree.ts';
import { addPages, addPanel, createPageFinder, type FoundPanels, type ImportPage, sizeOf } from './pages.ts';
import { parsePoints } from './region.ts';

export const isAcbfName = (name: string): boolean => /\.acbf$/i.test(name);

/**
 * Returns the frames of each page. `name` is the entry name of the document. Frames are in pixels of the image; pages
 * of unknown size are omitted. Throws FormatError `metadata`.
 */
export function readAcbf(
  bytes: Uint8Array,
  { name, pages, limits }: { name: string; pages: readonly ImportPage[]; limits: Limits },
): FoundPanels {
  const root = parseXml(bytes, limits, { onRepair() {} });
  const findPage = createPageFinder(pages);
  const found: FoundPanels = new Map();
  for (const page of [...descendants(root, 'coverpage'), ...descendants(root, 'page')]) {
    const href = resolveHref(firstElement(page, 'image')?.attributes.href ?? '', name);
    const index = href && findPage(href);
    const size = index === undefined ? undefined : sizeOf(pages[index]);
    if (index === undefined || size === undefined) continue;
    const own: FoundPanels = new Map();
    for (const frame of elements(page, 'frame'))
      addPanel(own, index, parsePoints(frame.attributes.points ?? '', size));
    addPages(found, own);
  }
  return found;
}
