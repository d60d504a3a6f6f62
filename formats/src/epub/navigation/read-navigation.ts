// Reads the navigation of an EPUB from a navigation document, an NCX or a guide into one shape.
import type { Limits } from '../../limits.ts';
import type { EntryHref } from '../../opf/href.ts';
import { resolveHref } from '../../opf/href.ts';
import type { Opf } from '../../opf/types.ts';
import type { EpubArchive, EpubEntry, FindEntry } from '../archive.ts';
import { orNothing } from '../archive.ts';
import type { EpubPackage } from '../package.ts';
import { createRepairLog } from '../package.ts';
import type { EpubSpineItem } from '../structure.ts';
import { readHeadings } from './headings.ts';
import { readNavigationDocument } from './navigation-document.ts';
import { readNcx } from './ncx.ts';
import type { Navigation, NavigationContext, TocEntry } from './toc.ts';

type ReadNavigation = (bytes: Uint8Array, limits: Limits, context: NavigationContext) => Partial<Navigation>;

const ncxType = 'application/x-dtbncx+xml';

/**
 * Returns the navigation of a package: the EPUB 3 document, completed from the NCX (contents, page list) and
 * the guide (landmarks). A missing or unreadable source is ignored, because a book is readable without it. If
 * a navigation document or NCX is missing or lists no contents, they are the headings of the reading order. Returns at most
 * `limits.maxPages` entries in total.
 */
export function readNavigation(
  archive: EpubArchive,
  { opf, find, faults }: EpubPackage,
  spine: readonly EpubSpineItem[],
  limits: Limits,
): Navigation {
  const budget = { left: limits.maxPages };
  let isDamaged = false;
  const read = (item: EntryHref | undefined, parse: ReadNavigation): Partial<Navigation> => {
    if (item === undefined) return {};
    const entry = find(item);
    if (entry === undefined) {
      isDamaged = true;
      return {};
    }
    const target = (href: string) => findTarget(href, entry, find);
    const onRepair = createRepairLog(faults, entry.name);
    const context = { target, budget, onRepair };
    const found = orNothing(() => parse(archive.read(entry, limits.maxDocumentBytes), limits, context)) ?? {};
    isDamaged ||= !found.toc?.length;
    return found;
  };
  const nav = read(
    opf.manifest.find((item) => item.properties.includes('nav')),
    readNavigationDocument,
  );
  const isWhole = nav.toc?.length && nav.pageList?.length;
  const ncx = isWhole
    ? {}
    : read(opf.toc ?? opf.manifest.find((item) => item.mediaType === ncxType), readNcx);
  const stated = nav.toc?.length ? nav.toc : (ncx.toc ?? []);
  return {
    toc: stated.length === 0 && isDamaged ? readHeadings(archive, spine, find, limits) : stated,
    landmarks: nav.landmarks?.length ? nav.landmarks : readGuide(opf, find),
    pageList: nav.pageList?.length ? nav.pageList : (ncx.pageList ?? []),
  };
}

function findTarget(
  href: string,
  from: EpubEntry,
  find: FindEntry,
): Pick<TocEntry, 'name' | 'fragment'> | undefined {
  const resolved = resolveHref(href, from.name);
  const entry = resolved === undefined ? undefined : find(resolved);
  if (resolved === undefined || entry === undefined) return undefined;
  return resolved.fragment === undefined
    ? { name: entry.name }
    : { name: entry.name, fragment: resolved.fragment };
}

/**
 * Returns the landmarks of EPUB 2, the first reference of each kind. Some writers list every chapter as
 * "text".
 */
function readGuide(opf: Opf, find: FindEntry): TocEntry[] {
  const byType = new Map<string, TocEntry>();
  for (const reference of opf.guide) {
    const entry = byType.has(reference.type) || reference.type === '' ? undefined : find(reference);
    if (entry === undefined) continue;
    const { type, title = type, fragment } = reference;
    byType.set(type, { title, name: entry.name, ...(fragment === undefined ? {} : { fragment }) });
  }
  return [...byType.values()];
}
