// Converts between locators and positions in a book (Readium locators, OPDS progression). Pure.
import type { Locator } from '@lectern/contract/reading/progress';
import type { BookContent } from '@lectern/formats/content';
import {
  type EpubStructure,
  readingOrderOf,
  toItemHref,
  toOccurrence,
} from '@lectern/formats/epub/structure';
import { resolveHref } from '@lectern/formats/opf/href';
import { type Addresses, listPositionsOf, relativeAddresses } from '@lectern/formats/positions';

/** The properties of a book that locators need. */
export interface Located {
  id: string;
  /** 0 if unknown. */
  pageCount: number;
  /** Pages are positions in a text. */
  isText: boolean;
  /** Undefined while the book has not been read: locators cannot be checked then. */
  content: BookContent | undefined;
}

/** The target of a locator. Unspecified properties are omitted. */
export interface Spot {
  /** The href belongs to this book; true if it cannot be checked. */
  isOfBook: boolean;
  /** One-based, within the book. */
  page?: number;
  /** Fraction of the whole book, 0 to 1. */
  share?: number;
  /** The page is an image shown as a whole: displaying the last page completes the book. */
  isWholePage?: boolean;
}

/** Prefixes of EPUB resources under the address of the book: ours, and that of other servers. */
const below = ['resources/', 'resource/'];

type Locations = NonNullable<Locator['locations']>;

/** Tolerance that makes `n / 10 * 10` equal to `n`. */
const rounding = 1e-9;

export function findSpot(locator: Locator, book: Located): Spot {
  const locations = locator.locations ?? {};
  const { content, pageCount } = book;
  if (!content) return { isOfBook: true, ...atPosition(locations, pageCount) };
  const names = toNames(locator.href, book.id);
  const structure = content.epub;
  return structure
    ? findInText(structure, { names, href: locator.href, locations, pageCount })
    : findPage(content, { names, locator, locations });
}

/** Resolves a position or fraction of the whole book. `of` is 0 if its length is unknown. */
function atPosition({ position, totalProgression }: Locations, of: number): Omit<Spot, 'isOfBook'> {
  const share = totalProgression ?? undefined;
  const statedShare = share === undefined ? {} : { share };
  if (position && (of === 0 || position <= of)) return { page: position, ...statedShare };
  return share === undefined ? {} : { page: toPageAt(share, of), share };
}

/** Converts a fraction to a page as position lists count: n of `of` pages before the position make n / of. */
export const toPageAt = (share: number, of: number): number =>
  Math.max(1, Math.min(of, Math.floor(share * of + rounding) + 1));

interface TextQuestion {
  names: readonly string[];
  href: string;
  locations: Locations;
  pageCount: number;
}

function findInText(structure: EpubStructure, { names, href, locations, pageCount }: TextQuestion): Spot {
  const inOrder = new Set(readingOrderOf(structure));
  const total = sumPositions([...inOrder]);
  const at = findItemIndex(structure, names, href);
  const item = structure.spine[at];
  if (!item) {
    return {
      isOfBook: structure.resources.some(({ name }) => names.includes(name)),
      ...atPosition(locations, pageCount),
    };
  }
  const before = sumPositions(structure.spine.slice(0, at).filter((one) => inOrder.has(one)));
  const count = inOrder.has(item) ? (item.positions ?? 1) : 0;
  const offset = toOffset(locations, { before, count, total });
  const position = before + Math.max(0, Math.min(count - 1, Math.floor(offset + rounding))) + 1;
  const share = locations.totalProgression ?? (before + offset) / total;
  // A book of images may have different numbers of pages and positions.
  const page = pageCount === total ? Math.min(position, total) : toPageAt(share, pageCount);
  return { isOfBook: true, page, share, isWholePage: (item.layout ?? structure.layout) === 'fixed' };
}

/** Returns the index in the spine of the item that an address with these names refers to; -1 if there is none. */
export function findItemIndex({ spine }: EpubStructure, names: readonly string[], href: string): number {
  const occurrence = toOccurrence(href);
  const isNamed = ({ name }: { name: string }) => names.includes(name);
  const repeated = spine.findIndex((item) => isNamed(item) && item.again === occurrence);
  return repeated >= 0 ? repeated : spine.findIndex(isNamed);
}

const sumPositions = (items: readonly { positions?: number }[]): number =>
  items.reduce((sum, { positions }) => sum + (positions ?? 1), 0);

/**
 * Positions since the start of the resource: from the progression within it, otherwise from the total progression if
 * that falls into the resource.
 */
function toOffset(
  { progression, position, totalProgression }: Locations,
  { before, count, total }: { before: number; count: number; total: number },
): number {
  if (typeof progression === 'number') return progression * count;
  const isInside = (offset: number) => offset >= 0 && offset < count;
  if (position && isInside(position - 1 - before)) return position - 1 - before;
  const offset = typeof totalProgression === 'number' ? totalProgression * total - before : 0;
  // A position at the end of a resource belongs to it if the locator names the resource.
  return isInside(offset + rounding) || isInside(offset - rounding) ? Math.max(0, offset) : 0;
}

interface PageQuestion {
  names: readonly string[];
  locator: Locator;
  locations: Locations;
}

function findPage(content: BookContent, { names, locator, locations }: PageQuestion): Spot {
  const count = content.pages.length;
  const isWholePage = true;
  const share = locations.totalProgression ?? undefined;
  const statedShare = share === undefined ? {} : { share };
  const byAddress = findNumber(names) ?? 1 + content.pages.findIndex(({ name }) => names.includes(name));
  if (byAddress >= 1 && byAddress <= count)
    return { isOfBook: true, page: byAddress, ...statedShare, isWholePage };
  // A reader of the file names the whole PDF, or nothing, and puts the page into the fragment.
  const isFile = isWholeFile(content, { names, href: locator.href });
  const byFragment = findFragment(locator, locations);
  if (byFragment !== undefined)
    return byFragment <= count
      ? { isOfBook: isFile, page: byFragment, ...statedShare, isWholePage }
      : { isOfBook: false };
  const whole = isFile ? { ...locations, totalProgression: share ?? locations.progression } : locations;
  const isPosition = Boolean(locations.position && locations.position <= count);
  return { isOfBook: isFile, ...atPosition(whole, count), isWholePage: isPosition };
}

function findNumber(names: readonly string[]): number | undefined {
  const number = names.map((name) => /^pages\/(\d{1,9})$/.exec(name)?.[1]).find(Boolean);
  return number === undefined ? undefined : Number(number);
}

const isWholeFile = (
  { container }: BookContent,
  { names, href }: { names: readonly string[]; href: string },
): boolean =>
  href.startsWith('#page=') ||
  names.includes('file') ||
  (container === 'pdf' && names.some((name) => name.toLowerCase().endsWith('.pdf')));

function findFragment({ href }: Locator, { fragments }: Locations): number | undefined {
  const hash = href.indexOf('#');
  const all = [hash < 0 ? '' : href.slice(hash + 1), ...(fragments ?? [])];
  const number = all.map((one) => /^#?page=(\d{1,9})\b/.exec(one)?.[1]).find(Boolean);
  return number === undefined || Number(number) === 0 ? undefined : Number(number);
}

/**
 * Names inside the book that a href may mean: relative to the manifest, absolute, or the entry in the file, as older
 * readers write it.
 */
export function toNames(href: string, bookId: string): string[] {
  const own = `/books/${bookId}/`;
  const at = href.indexOf(own);
  const resolved = resolveHref(at < 0 ? href : href.slice(at + own.length), '');
  if (!resolved) return [];
  const names = [resolved.name, resolved.encodedName].filter((name) => name !== undefined);
  return [
    ...below.flatMap((folder) =>
      names.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length)),
    ),
    ...names,
  ];
}

/** The locator of a page as in the book's position list; undefined while that is unknown. */
export function toLocatorAt(
  page: number,
  { content, pageCount }: Located,
  addresses: Addresses = relativeAddresses,
): Locator | undefined {
  const { positions = [], total = 0 } = content ? listPositionsOf(content, addresses) : {};
  const wanted = total === pageCount ? page : Math.ceil((page * total) / Math.max(1, pageCount));
  const locator = positions[Math.max(0, Math.min(total, wanted) - 1)];
  return locator && { ...locator };
}

/** The locator of a fraction (0 to 1) of a text, exact also within a position. */
export function toLocatorAtShare(
  share: number,
  { content }: Located,
  addresses: Addresses = relativeAddresses,
): Locator | undefined {
  if (!content?.epub) return undefined;
  const { positions, total } = listPositionsOf(content, addresses);
  const at = toPageAt(share, total) - 1;
  const locator = positions[at];
  if (!locator) return undefined;
  const { progression: begin, position } = locator.locations;
  const count = positions.filter(({ href }) => href === locator.href).length;
  const progression = Math.min(1, begin + Math.max(0, share * total - at) / count);
  const isAtBegin = Math.abs(share * total - at) < rounding;
  const exact = isAtBegin ? locator.locations : { position, progression, totalProgression: share };
  return { ...locator, locations: exact };
}

/** Rewrites the href of a locator for a protocol. A href that is not of this book is left unchanged. */
export function readdress(locator: Locator, book: Located, addresses: Addresses): Locator {
  const { content } = book;
  if (!content) return locator;
  const structure = content.epub;
  if (!structure) {
    const { isOfBook, page } = findSpot(locator, book);
    return isOfBook && page !== undefined ? { ...locator, href: `${addresses.pages}${page}` } : locator;
  }
  const names = toNames(locator.href, book.id);
  const found =
    structure.spine[findItemIndex(structure, names, locator.href)] ??
    structure.resources.find(({ name }) => names.includes(name));
  if (!found) return locator;
  const hash = locator.href.indexOf('#');
  const fragment = hash < 0 ? '' : locator.href.slice(hash);
  return { ...locator, href: `${toItemHref(found, addresses.resources)}${fragment}` };
}
