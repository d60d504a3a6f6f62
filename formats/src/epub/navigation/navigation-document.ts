// Reads the navigation document of EPUB 3: an XHTML page whose nav elements contain nested lists of links.
import type { Limits } from '../../limits.ts';
import { toLine } from '../../values/text.ts';
import type { XmlElement } from '../../xml/tree.ts';
import {
  attribute,
  attributeOf,
  descendants,
  elements,
  firstElement,
  parseXml,
  textOf,
} from '../../xml/tree.ts';
import type { Navigation, NavigationContext, TocEntry } from './toc.ts';

const opsNamespace = 'http://www.idpf.org/2007/ops';

/** EPUB 3.3, section 7. Repairs malformed pages. Throws the other errors of `readXml`. */
export function readNavigationDocument(
  bytes: Uint8Array,
  limits: Limits,
  context: NavigationContext,
): Partial<Navigation> {
  const root = parseXml(bytes, limits, { htmlEntities: true, onRepair: context.onRepair });
  const navs = descendants(root, 'nav');
  const read = (type: string) => {
    const nav = navs.find((candidate) => typesOf(candidate).includes(type));
    return nav === undefined ? [] : readList(firstElement(nav, 'ol'), context);
  };
  const toc = read('toc');
  // Some writers omit the type. The first nav is then the table of contents.
  const untyped = navs.find((nav) => typesOf(nav).length === 0);
  return {
    toc: toc.length > 0 || untyped === undefined ? toc : readList(firstElement(untyped, 'ol'), context),
    landmarks: read('landmarks'),
    pageList: read('page-list'),
  };
}

/** The values of `epub:type` in lower case. */
export function typesOf(element: XmlElement): string[] {
  const type = attributeOf(element, opsNamespace, 'type') ?? attribute(element, 'type') ?? '';
  return type
    .toLowerCase()
    .split(/\s+/, 20)
    .filter((word) => word !== '');
}

/** The recursion is bounded by the allowed nesting depth of elements. */
function readList(list: XmlElement | undefined, context: NavigationContext): TocEntry[] {
  const entries: TocEntry[] = [];
  for (const item of list === undefined ? [] : elements(list, 'li')) {
    if (context.budget.left <= 0) break;
    context.budget.left -= 1;
    const label = firstElement(item, 'a') ?? firstElement(item, 'span') ?? descendants(item, 'a')[0];
    const children = readList(firstElement(item, 'ol'), context);
    const target = label?.name === 'a' ? context.target(label.attributes.href ?? '') : undefined;
    const title = label === undefined ? undefined : titleOf(label);
    if (target === undefined && children.length === 0) continue;
    entries.push({
      title: title ?? target?.name ?? '…',
      ...target,
      ...(children.length > 0 && { children }),
    });
  }
  return entries;
}

/** Returns the text of a link, otherwise its title, otherwise the alternative text of its image. */
function titleOf(label: XmlElement): string | undefined {
  const [image] = descendants(label, 'img');
  return toLine(textOf(label)) ?? toLine(label.attributes.title ?? '') ?? toLine(image?.attributes.alt ?? '');
}
