// Panels of Readium Guided Navigation documents in a Readium package: a zip of pages with a web publication manifest,
// which links to the documents of the book and of its pages.

import { resolveHref } from '../../opf/href.ts';
import type { JsonObject } from '../../values/json.ts';
import { jsonList, jsonText, parseJsonObject, toJsonObject } from '../../values/json.ts';
import {
  addPages,
  addPanel,
  createPageFinder,
  type FindPage,
  type FoundPanels,
  type ImportPage,
  sizeOf,
} from './pages.ts';
import { parseFragment } from './region.ts';

/** Entry name of the manifest (Readium Web Publication Manifest, section 5.2). */
export const manifestName = 'manifest.json';
const documentType = 'application/guided-navigation+json';
/** Nesting depth of objects. */
const maxDepth = 16;

interface ReadiumPackage {
  pages: readonly ImportPage[];
  /** Returns the bytes of an entry, undefined if it is missing. Throws FormatError. */
  read(name: string): Uint8Array | undefined;
}

/** The first document with panels of a page applies. Throws FormatError `metadata`. */
export function readGuidedNavigation({ pages, read }: ReadiumPackage): FoundPanels {
  const found: FoundPanels = new Map();
  const parse = (name: string) => {
    const bytes = read(name);
    return bytes && parseJsonObject(Buffer.from(bytes).toString());
  };
  const manifest = parse(manifestName);
  if (!manifest) return found;
  const findPage = createPageFinder(pages);
  for (const name of listDocuments(manifest).slice(0, pages.length + 1)) {
    const own: FoundPanels = new Map();
    readObjects(jsonList(parse(name), 'guided'), { name, pages, findPage, found: own }, 1);
    addPages(found, own);
  }
  return found;
}

/** Entry names of the documents that the manifest links to, each once. */
function listDocuments(manifest: JsonObject): string[] {
  const alternates = jsonList(manifest, 'readingOrder').flatMap((link) =>
    jsonList(toJsonObject(link), 'alternate'),
  );
  const names = [...jsonList(manifest, 'links'), ...alternates].flatMap((value) => {
    const link = toJsonObject(value);
    if (jsonText(link, 'type') !== documentType) return [];
    return resolveHref(jsonText(link, 'href') ?? '', manifestName)?.name ?? [];
  });
  return [...new Set(names)];
}

interface Context {
  /** Entry name of the document. */
  name: string;
  pages: readonly ImportPage[];
  findPage: FindPage;
  found: FoundPanels;
}

function readObjects(objects: readonly unknown[], context: Context, depth: number): void {
  for (const value of objects) {
    const object = toJsonObject(value);
    if (!object) continue;
    if (jsonList(object, 'role').includes('panel')) addObject(object, context);
    else if (depth < maxDepth) readObjects(jsonList(object, 'children'), context, depth + 1);
  }
}

function addObject(panel: JsonObject, { name, pages, findPage, found }: Context): void {
  const href = resolveHref(jsonText(panel, 'imgref') ?? '', name);
  const page = href && findPage(href);
  if (page !== undefined) addPanel(found, page, parseFragment(href?.fragment, sizeOf(pages[page])));
}
