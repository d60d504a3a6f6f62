// The positions of any book: those of an EPUB's reading order, or one per page. Pure functions.
import type { BookContent } from './content.ts';
import { listPositions, type PositionList } from './epub/positions.ts';

/** Prefixes of the addresses of a book's parts. Protocols have different paths, relative or absolute. */
export interface Addresses {
  /** Before the encoded name of a file in an EPUB. */
  resources: string;
  /** Before the number of a page, counted from 1. */
  pages: string;
}

/** Addresses relative to that of the book's manifest. */
export const relativeAddresses: Addresses = { resources: 'resources/', pages: 'pages/' };

export function listPositionsOf(content: BookContent, addresses = relativeAddresses): PositionList {
  const structure = content.epub;
  if (structure) return listPositions(structure, addresses.resources);
  const total = content.pages.length;
  const positions = content.pages.map((_, i) => ({
    ...toPageAddress(content, i, addresses),
    locations: { position: i + 1, progression: 0, totalProgression: i / total },
  }));
  return { total, positions };
}

/** Address of the page of this zero-based index, and the media type that the route serves. */
export const toPageAddress = (
  { container, pages }: BookContent,
  index: number,
  addresses = relativeAddresses,
) => ({
  href: `${addresses.pages}${index + 1}`,
  type: container === 'pdf' ? 'image/jpeg' : (pages[index]?.mediaType ?? 'image/jpeg'),
});
