// The positions of any book (standards 6): those of an EPUB's reading order, or one a page. Pure.
import type { BookContent } from './content.ts';
import { listPositions, type PositionList } from './epub/positions.ts';
import type { EpubStructure } from './epub/structure.ts';

/** Addresses are relative to the manifest's: `resources/…` in an EPUB, `pages/1` in any other book. */
export function listPositionsOf(content: BookContent): PositionList {
  const structure = content.epub as EpubStructure | null;
  if (structure) return listPositions(structure);
  const total = content.pages.length;
  const positions = content.pages.map((_, i) => ({
    ...toPageAddress(content, i),
    locations: { position: i + 1, progression: 0, totalProgression: i / total },
  }));
  return { total, positions };
}

/** Where the page of this index (from 0) is, and the type that the route really serves. */
export const toPageAddress = ({ container, pages }: BookContent, index: number) => ({
  href: `pages/${index + 1}`,
  type: container === 'pdf' ? 'image/jpeg' : (pages[index]?.mediaType ?? 'image/jpeg'),
});
