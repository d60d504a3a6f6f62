// Reads the NCX of EPUB 2: nested points with labels.
import type { Limits } from '../../limits.ts';
import { toLine } from '../../values/text.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { elements, firstElement, parseXml, textOf } from '../../xml/tree.ts';
import type { Navigation, NavigationContext, TocEntry } from './toc.ts';

/**
 * OPF 2.0.1, 2.4.1. Points are in document order; playOrder is ignored. Repairs malformed documents. Throws the
 * other errors of `readXml`.
 */
export function readNcx(bytes: Uint8Array, limits: Limits, context: NavigationContext): Partial<Navigation> {
  const root = parseXml(bytes, limits, { onRepair: context.onRepair });
  return {
    toc: readPoints(firstElement(root, 'navMap'), 'navPoint', context),
    pageList: readPoints(firstElement(root, 'pageList'), 'pageTarget', context),
  };
}

/** The recursion is bounded by the allowed nesting depth of elements. */
function readPoints(
  parent: XmlElement | undefined,
  kind: 'navPoint' | 'pageTarget',
  context: NavigationContext,
): TocEntry[] {
  const entries: TocEntry[] = [];
  for (const point of parent === undefined ? [] : elements(parent, kind)) {
    if (context.budget.left <= 0) break;
    context.budget.left -= 1;
    const source = firstElement(point, 'content')?.attributes.src;
    const target = source === undefined ? undefined : context.target(source);
    const children = readPoints(point, kind, context);
    if (target === undefined && children.length === 0) continue;
    const title = toLine(textOf(firstElement(point, 'navLabel'))) ?? target?.name ?? '…';
    entries.push({ title, ...target, ...(children.length > 0 && { children }) });
  }
  return entries;
}
