// Leaves out the pages that ComicInfo marks as deleted.
import type { EmbeddedMetadata, PageNotes } from '../metadata.ts';

/** Returns the indexes of the pages to show: all pages if all of them are marked. */
export function listShownPages(metadata: EmbeddedMetadata | null, pageCount: number): number[] {
  const all = Array.from({ length: pageCount }, (_, i) => i);
  const deleted = new Set(metadata?.pageNotes?.deletedPages);
  const shown = all.filter((i) => !deleted.has(i));
  return shown.length === 0 ? all : shown;
}

/** Returns metadata whose notes refer to the positions of the shown pages. */
export function withoutDeletedPages(
  metadata: EmbeddedMetadata | null,
  shown: readonly number[],
): EmbeddedMetadata | null {
  if (metadata?.pageNotes?.deletedPages === undefined) return metadata;
  const { pageNotes, ...rest } = metadata;
  const positions = new Map(shown.map((page, position) => [page, position]));
  const { frontCover, doublePages = [], bookmarks = [] } = pageNotes;
  const cover = frontCover === undefined ? undefined : positions.get(frontCover);
  const doubles = doublePages.flatMap((page) => positions.get(page) ?? []);
  const marks = bookmarks.flatMap(({ page, title }) => {
    const position = positions.get(page);
    return position === undefined ? [] : [{ page: position, title }];
  });
  const notes: PageNotes = {
    ...(cover !== undefined && { frontCover: cover }),
    ...(doubles.length > 0 && { doublePages: doubles }),
    ...(marks.length > 0 && { bookmarks: marks }),
  };
  return Object.keys(notes).length === 0 ? rest : { ...rest, pageNotes: notes };
}
