// The parsed structure of an EPUB that the server stores: order, resources, navigation, layout. Plain JSON
// without null; members with default values are omitted.

import { encodeEntryName } from '../opf/href.ts';
import type { FontObfuscation } from './encryption.ts';
import { mediaTypeOf } from './media-type.ts';
import type { TocEntry } from './navigation/toc.ts';

export type EpubLayout = 'reflowable' | 'fixed';

export interface EpubResource {
  /** Entry name as in the archive. */
  name: string;
  /** Media type; absent if it follows from the file extension. */
  type?: string;
  contains?: ('mathml' | 'svg' | 'js' | 'remote-resources')[];
}

export interface EpubSpineItem extends EpubResource {
  /** Number of this occurrence, from 2, of a file that the spine repeats. */
  again?: number;
  /**
   * Number of reading positions, absent if 1. Reflowable items count one per 1,024 bytes of packed size, as
   * in Readium.
   */
  positions?: number;
  /** false: outside the reading order (notes, answers) and reached by links. */
  linear?: false;
  /** Side of the page in a spread. */
  page?: 'left' | 'right' | 'center';
  /** Set only if it differs from the book's. */
  layout?: EpubLayout;
  /** Entry name of the SMIL document that synchronizes audio with the text. */
  overlay?: string;
}

export interface EpubItemref {
  /** Index into `spine`. Absent if the file is missing. */
  item?: number;
  /** Id of the element at which the part begins. */
  fragment?: string;
}

/** Audio metadata of the whole book (EPUB 3.3, 9.3.2.2 and D.5). */
export interface EpubOverlays {
  durationSeconds?: number;
  narrators?: string[];
  /** CSS classes of the spoken element, and of the document during playback. */
  activeClass?: string;
  playbackActiveClass?: string;
}

export interface EpubStructure {
  layout: EpubLayout;
  /** Absent if unspecified. */
  progression?: 'ltr' | 'rtl';
  spread?: 'none' | 'both' | 'landscape';
  orientation?: 'portrait' | 'landscape';
  /** The existing items of the spine in order. Parts of a file (`file#id`) are one item. */
  spine: EpubSpineItem[];
  /**
   * Every `itemref` of the package, which other programs count. Absent if they are the items of `spine`.
   */
  itemrefs?: EpubItemref[];
  /** The rest of the manifest. */
  resources: EpubResource[];
  /** Entry name of the cover image. */
  cover?: string;
  /** Entry name of the navigation document. */
  nav?: string;
  toc?: TocEntry[];
  landmarks?: TocEntry[];
  pageList?: TocEntry[];
  /** Entry names of the images of a picture book (one image per page), in reading order. */
  pageImages?: string[];
  /** Absent for books without audio. */
  overlays?: EpubOverlays;
  /** Obfuscated fonts by entry name, and the identifiers from which their keys derive. */
  fonts?: { identifier: string; adobeIdentifier?: string; obfuscated: Record<string, FontObfuscation> };
}

/** Returns the reading order: the linear part of the spine, or the whole spine if nothing is linear. */
export function readingOrderOf(structure: EpubStructure): EpubSpineItem[] {
  const linear = structure.spine.filter((item) => item.linear !== false);
  return linear.length === 0 ? structure.spine : linear;
}

/** Returns the address of an item below `base`. Repetitions of a file have different queries. */
export const toItemHref = ({ name, again }: EpubSpineItem, base: string): string =>
  base + encodeEntryName(name) + (again === undefined ? '' : `?again=${again}`);

/** Returns the occurrence of a file to which the address of an item refers, from 1. */
export const toOccurrence = (href: string): number => Number(/\?again=(\d{1,6})(?:#|$)/.exec(href)?.[1] ?? 1);

/** Returns the number of reading positions, which is the page count of the book. */
export function countPositions(structure: EpubStructure): number {
  return readingOrderOf(structure).reduce((sum, item) => sum + (item.positions ?? 1), 0);
}

/** Returns the media type to serve a resource with. */
export function typeOf(resource: EpubResource): string {
  return resource.type ?? mediaTypeOf(resource.name);
}

/** Maps entry names to media types, for many lookups. */
export function createTypeLookup(structure: EpubStructure): (name: string) => string {
  const stated = new Map<string, string>();
  for (const { name, type } of [...structure.spine, ...structure.resources]) {
    if (type !== undefined) stated.set(name, type);
  }
  return (name) => stated.get(name) ?? mediaTypeOf(name);
}

/** Returns algorithm and identifier for `deobfuscateFont`; undefined if the resource is not obfuscated. */
export function findObfuscation(
  structure: EpubStructure,
  name: string,
): { algorithm: FontObfuscation; identifier: string } | undefined {
  const { fonts } = structure;
  if (fonts === undefined || !Object.hasOwn(fonts.obfuscated, name)) return undefined;
  const algorithm = fonts.obfuscated[name];
  if (algorithm === undefined) return undefined;
  const identifier = algorithm === 'adobe' ? (fonts.adobeIdentifier ?? fonts.identifier) : fonts.identifier;
  return { algorithm, identifier };
}
