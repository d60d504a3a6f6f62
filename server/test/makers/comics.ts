// Creates comics of text pages: fast, and different for each mark.
import { makeZip } from './zip.ts';

export interface TextComic {
  mark: string;
  /** Default 8. */
  pages?: number;
  /** Number of the first page. */
  from?: number;
  comicInfo?: string;
  /** Start of the names of the pages. */
  names?: string;
}

export const toEntries = ({
  mark,
  pages = 8,
  from = 1,
  comicInfo,
  names = 'p',
}: TextComic): { name: string; content: string }[] => [
  ...Array.from({ length: pages }, (_, i) => ({
    name: `${names}${String(i + 1).padStart(3, '0')}.jpg`,
    content: `page ${from + i} of ${mark}`.repeat(40),
  })),
  ...(comicInfo === undefined
    ? []
    : [{ name: 'ComicInfo.xml', content: `<ComicInfo>${comicInfo}</ComicInfo>` }]),
];

export const makeTextComic = (spec: TextComic): Buffer => makeZip(toEntries(spec));
