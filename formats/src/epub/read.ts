// Reads a whole EPUB: package, protection, spine, navigation, cover, layout.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { Opf, OpfItem } from '../opf/types.ts';
import { toDefined } from '../values/defined.ts';
import type { EpubArchive, FindEntry } from './archive.ts';
import type { FontObfuscation } from './encryption.ts';
import { readEncryption } from './encryption.ts';
import { isAdobeIdentifier } from './fonts.ts';
import { mediaTypeOf, toMediaType } from './media-type.ts';
import { readNavigation } from './navigation/read-navigation.ts';
import { createOverlayFinder, readOverlays } from './overlays.ts';
import type { EpubPackage } from './package.ts';
import { readEpubPackage } from './package.ts';
import type { EpubCover } from './pages/cover.ts';
import { findCover } from './pages/cover.ts';
import { readLayout, toPresentation, toSpineLayout } from './pages/layout.ts';
import { readPageImages } from './pages/page-images.ts';
import type { EpubItemref, EpubLayout, EpubResource, EpubSpineItem, EpubStructure } from './structure.ts';
import { createTypeLookup, readingOrderOf } from './structure.ts';

export interface Epub {
  opf: Opf;
  /** Entry name of the package document. */
  opfName: string;
  cover: EpubCover | undefined;
  structure: EpubStructure;
}

const positionBytes = 1024;

/**
 * Reads an EPUB 2 or 3. Pass `epub` if `readEpubPackage` has already been called. Throws FormatError:
 * `parser` if container or package are missing or the book is protected (reason `encrypted`), `metadata` if
 * the package is malformed, `zero_pages` if the spine is empty, `page_extraction` if none of its items
 * exists.
 */
export function readEpub(
  archive: EpubArchive,
  limits: Limits,
  epub = readEpubPackage(archive, limits),
): Epub {
  const { opf, opfName, find } = epub;
  const obfuscated = readEncryption(archive, find, limits);
  if (opf.spine.length === 0) throw new FormatError('zero_pages', 'The spine of the EPUB is empty');
  const layout = readLayout(archive, opf, find, limits);
  const spine = resolveSpine(epub, layout, limits);
  if (spine.length === 0) {
    throw new FormatError('page_extraction', 'All spine items of the EPUB are missing', {
      reason: 'missing_items',
    });
  }
  const inSpine = new Set(spine.map((item) => item.name));
  const cover = findCover({ archive, opf, opfName, find, limits });
  const nav = opf.manifest.find((item) => item.properties.includes('nav'));
  const structure: EpubStructure = {
    layout,
    ...toPresentation(opf),
    spine,
    resources: resolveResources(epub, inSpine),
    ...toDefined<Partial<EpubStructure>>({
      itemrefs: readItemrefs(epub, spine),
      cover: cover?.name,
      nav: nav === undefined ? undefined : find(nav)?.name,
      ...readNavigation(archive, epub, spine, limits),
      overlays: readOverlays(opf, spine),
      fonts: toFonts(opf, obfuscated),
    }),
  };
  const pageImages = readPageImages(readingOrderOf(structure), {
    archive,
    find,
    limits,
    typeOfName: createTypeLookup(structure),
  });
  if (pageImages !== undefined) structure.pageImages = pageImages;
  return { opf, opfName, cover, structure };
}

/** Returns the existing items of the spine. A file that is listed again without a fragment is a separate item. */
function resolveSpine({ opf, find }: EpubPackage, layout: EpubLayout, limits: Limits): EpubSpineItem[] {
  const spine = new Map<string, EpubSpineItem>();
  const countOccurrence = createOccurrences();
  let left = limits.maxPages;
  const findOverlay = createOverlayFinder(opf, find);
  for (const reference of opf.spine) {
    const resource = toResource(reference.item, find);
    if (resource === undefined) continue;
    const occurrence = countOccurrence(resource.name, reference.item);
    const key = toKey(resource.name, occurrence);
    if (spine.has(key)) continue;
    const own = toSpineLayout(reference, layout);
    const reflows = (own.layout ?? layout) === 'reflowable';
    const packedBytes = reflows ? (find({ name: resource.name })?.packedBytes ?? 0) : 0;
    const positions = Math.min(Math.max(1, Math.ceil(packedBytes / positionBytes)), Math.max(1, left));
    left -= positions;
    const overlay = reference.item && findOverlay(reference.item);
    spine.set(key, {
      ...resource,
      ...(occurrence === 1 ? {} : { again: occurrence }),
      ...(positions === 1 ? {} : { positions }),
      ...(reference.linear ? {} : { linear: false }),
      ...own,
      ...(overlay === undefined ? {} : { overlay }),
    });
  }
  return [...spine.values()];
}

const toKey = (name: string, occurrence: number): string => `${occurrence} ${name}`;

/** Counts how often the spine lists a whole file. Parts belong to the first occurrence. */
function createOccurrences(): (name: string, item: OpfItem | undefined) => number {
  const counts = new Map<string, number>();
  return (name, item) => {
    if (item?.fragment !== undefined) return 1;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

/** Undefined if they are the items of the resolved spine. */
function readItemrefs(
  { opf, find }: EpubPackage,
  spine: readonly EpubSpineItem[],
): EpubItemref[] | undefined {
  const indexes = new Map(spine.map(({ name, again = 1 }, i) => [toKey(name, again), i]));
  const countOccurrence = createOccurrences();
  const itemrefs = opf.spine.map(({ item }): EpubItemref => {
    const name = item && find(item)?.name;
    const at = name === undefined ? undefined : indexes.get(toKey(name, countOccurrence(name, item)));
    return {
      ...(at !== undefined && { item: at }),
      ...(item?.fragment !== undefined && { fragment: item.fragment }),
    };
  });
  const isSpine = ({ item, fragment }: EpubItemref, i: number) => item === i && fragment === undefined;
  return itemrefs.length === spine.length && itemrefs.every(isSpine) ? undefined : itemrefs;
}

/** Returns the other existing items of the manifest, each once. */
function resolveResources({ opf, find }: EpubPackage, inSpine: ReadonlySet<string>): EpubResource[] {
  const resources = new Map<string, EpubResource>();
  for (const item of opf.manifest) {
    const resource = toResource(item, find);
    if (resource === undefined || inSpine.has(resource.name) || resources.has(resource.name)) continue;
    resources.set(resource.name, resource);
  }
  return [...resources.values()];
}

const contents: ReadonlyMap<string, NonNullable<EpubResource['contains']>[number]> = new Map([
  ['mathml', 'mathml'],
  ['svg', 'svg'],
  ['scripted', 'js'],
  ['remote-resources', 'remote-resources'],
]);

function toResource(item: OpfItem | undefined, find: FindEntry): EpubResource | undefined {
  const entry = item === undefined ? undefined : find(item);
  if (item === undefined || entry === undefined) return undefined;
  const type = toMediaType(item.mediaType, entry.name);
  const contains = item.properties.flatMap((property) => contents.get(property) ?? []);
  return {
    name: entry.name,
    ...(type === mediaTypeOf(entry.name) ? {} : { type }),
    ...(contains.length === 0 ? {} : { contains: [...new Set(contains)] }),
  };
}

/**
 * Returns the inputs of font deobfuscation: IDPF's key derives from the package's identifier, Adobe's from a
 * UUID.
 */
function toFonts(opf: Opf, obfuscated: ReadonlyMap<string, FontObfuscation>): EpubStructure['fonts'] {
  if (obfuscated.size === 0) return undefined;
  const identifier =
    (opf.identifiers.find((candidate) => candidate.isUnique) ?? opf.identifiers[0])?.value ?? '';
  const uuid = opf.identifiers.find((candidate) => isAdobeIdentifier(candidate.value))?.value;
  return {
    identifier,
    ...(isAdobeIdentifier(identifier) || uuid === undefined ? {} : { adobeIdentifier: uuid }),
    obfuscated: Object.fromEntries(obfuscated),
  };
}
