// What the server keeps of an EPUB so that it never parses it again: order, resources, navigation, layout. Plain JSON,
// without null; a member that would say the usual is left out.

import type { FontObfuscation } from './encryption.ts';
import { mediaTypeOf } from './media-type.ts';
import type { TocEntry } from './toc.ts';

export type EpubLayout = 'reflowable' | 'fixed';

export interface EpubResource {
  /** Entry name in the archive, as the archive writes it. */
  name: string;
  /** Media type; absent when it is what the name's extension says. */
  type?: string;
  contains?: ('mathml' | 'svg' | 'js' | 'remote-resources')[];
}

export interface EpubSpineItem extends EpubResource {
  /** Reading positions, absent when 1. As Readium counts them: 1,024 bytes of packed size each when it reflows. */
  positions?: number;
  /** false: outside the reading order (notes, answers), reached by links. */
  linear?: false;
  /** Where a page of a spread stands. */
  page?: 'left' | 'right' | 'center';
  /** Only where it differs from the book's. */
  layout?: EpubLayout;
  /** Entry name of the SMIL document that says which sound goes with its text. */
  overlay?: string;
}

/** What a book with sound says of it as a whole (EPUB 3.3, 9.3.2.2 and D.5). */
export interface EpubOverlays {
  durationSeconds?: number;
  narrators?: string[];
  /** Classes of the part that is spoken, and of the document while it is. */
  activeClass?: string;
  playbackActiveClass?: string;
}

export interface EpubStructure {
  layout: EpubLayout;
  /** Absent when the book does not say. */
  progression?: 'ltr' | 'rtl';
  spread?: 'none' | 'both' | 'landscape';
  orientation?: 'portrait' | 'landscape';
  /** Everything of the spine that the archive has, in order. */
  spine: EpubSpineItem[];
  /** The rest of the manifest. */
  resources: EpubResource[];
  /** Entry name of the cover image. */
  cover?: string;
  /** Entry name of the navigation document. */
  nav?: string;
  toc?: TocEntry[];
  landmarks?: TocEntry[];
  pageList?: TocEntry[];
  /** Entry names of the images of a book that is nothing but one image a page, in reading order. */
  pageImages?: string[];
  /** Absent for books without sound. */
  overlays?: EpubOverlays;
  /** Obfuscated fonts by entry name, and the identifiers that their keys are made of. */
  fonts?: { identifier: string; adobeIdentifier?: string; obfuscated: Record<string, FontObfuscation> };
}

/** What is read one after the other: the linear part of the spine, or all of it when nothing is linear. */
export function readingOrderOf(structure: EpubStructure): EpubSpineItem[] {
  const linear = structure.spine.filter((item) => item.linear !== false);
  return linear.length === 0 ? structure.spine : linear;
}

/** Number of reading positions of a book: its page count. */
export function countPositions(structure: EpubStructure): number {
  return readingOrderOf(structure).reduce((sum, item) => sum + (item.positions ?? 1), 0);
}

/** The media type to serve a resource with. */
export function typeOf(resource: EpubResource): string {
  return resource.type ?? mediaTypeOf(resource.name);
}

/** Media types by entry name, for many look-ups. */
export function createTypeLookup(structure: EpubStructure): (name: string) => string {
  const stated = new Map<string, string>();
  for (const { name, type } of [...structure.spine, ...structure.resources]) {
    if (type !== undefined) stated.set(name, type);
  }
  return (name) => stated.get(name) ?? mediaTypeOf(name);
}

/** How a resource is obfuscated and with which identifier, for `deobfuscateFont`; undefined when it is not. */
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
