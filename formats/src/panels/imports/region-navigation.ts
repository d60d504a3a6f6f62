// Panels of an EPUB with region-based navigation (EPUB Region-Based Navigation 1.0): nested lists of links to regions of
// its pages.
import type { EpubArchive } from '../../epub/archive.ts';
import { orNothing } from '../../epub/archive.ts';
import { isBitmap } from '../../epub/media-type.ts';
import { typesOf } from '../../epub/navigation/navigation-document.ts';
import { type EpubPackage, readEpubPackage } from '../../epub/package.ts';
import { readEpub } from '../../epub/read.ts';
import { type EpubSpineItem, readingOrderOf, typeOf } from '../../epub/structure.ts';
import type { Limits } from '../../limits.ts';
import { resolveHref } from '../../opf/href.ts';
import { descendants, elements, firstElement, parseXml, type XmlElement } from '../../xml/tree.ts';
import { addPanel, type FoundPanels, type ImportPage, mapPages, type Size, sizeOf } from './pages.ts';
import { parseFragment } from './region.ts';
import { readViewport } from './viewport.ts';

/** A page with one image takes a few hundred bytes. */
const maxPageBytes = 32 * 1024;
/** Difference of the proportions of an image that fills its page. */
const tolerance = 0.02;

/**
 * `pages` are the images of the reading order. Omits pages whose image does not fill them, because regions refer to the
 * page. Throws FormatError if the EPUB or its navigation cannot be read.
 */
export function readRegionNavigation(
  archive: EpubArchive,
  pages: readonly ImportPage[],
  limits: Limits,
): FoundPanels {
  const found: FoundPanels = new Map();
  const epub = readEpubPackage(archive, limits);
  const item = epub.opf.manifest.find(({ properties }) => properties.includes('data-nav'));
  const entry = item && epub.find(item);
  if (!entry) return found;
  const spine = readingOrderOf(readEpub(archive, limits, epub).structure);
  const bytes = archive.read(entry, limits.maxDocumentBytes);
  const root = parseXml(bytes, limits, { htmlEntities: true, onRepair() {} });
  const nav = descendants(root, 'nav').find((one) => typesOf(one).includes('region-based'));
  const indexes = mapPages(spine, (name) => name);
  const viewports = new Map<number, Size | undefined>();
  for (const href of listPanels(nav && firstElement(nav, 'ol'))) {
    const target = resolveHref(href, entry.name);
    const index = indexes.get((target && epub.find(target)?.name) ?? '');
    const page = index === undefined ? undefined : spine[index];
    if (index === undefined || !page) continue;
    if (!viewports.has(index))
      viewports.set(index, findViewport({ archive, epub, limits }, page, sizeOf(pages[index])));
    const viewport = viewports.get(index);
    if (viewport) addPanel(found, index, parseFragment(target?.fragment, viewport));
  }
  return found;
}

interface Context {
  archive: EpubArchive;
  epub: EpubPackage;
  limits: Limits;
}

/** The size to which the regions of a page refer; undefined if its image does not fill it. */
function findViewport(
  { archive, epub, limits }: Context,
  page: EpubSpineItem,
  image: Size | undefined,
): Size | undefined {
  if (!image || isBitmap(typeOf(page))) return image;
  const file = epub.find({ name: page.name });
  const viewport = file && orNothing(() => readViewport(archive.read(file, maxPageBytes), limits));
  if (!viewport) return undefined;
  const proportion = (viewport.width * image.height) / (viewport.height * image.width);
  return Math.abs(proportion - 1) <= tolerance ? viewport : undefined;
}

/** Returns the references of panels in document order. The recursion is bounded by the nesting depth of elements. */
function listPanels(list: XmlElement | undefined): string[] {
  return (list ? elements(list, 'li') : []).flatMap((item) => {
    const label = firstElement(item, 'a') ?? firstElement(item, 'span');
    if (label && [item, label].some((one) => typesOf(one).includes('panel'))) {
      // A panel across two pages is a `span` with a link for each.
      const links = label.name === 'a' ? [label] : descendants(label, 'a');
      return links.map((link) => link.attributes.href ?? '');
    }
    return listPanels(firstElement(item, 'ol'));
  });
}
