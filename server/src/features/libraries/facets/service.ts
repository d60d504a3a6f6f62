// Removing a genre or tag from all books and series is an edit: scans do not add it again.
import type { NameKind } from '@lectern/contract/libraries/name-kinds';
import type { Catalog } from '#catalog/catalog.ts';
import type { FacetKind, FacetList } from '#catalog/facets.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { notFound } from '#infrastructure/errors.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { BookMetadataService } from '../books/index.ts';
import type { SeriesMetadataService } from '../series/index.ts';

export type FacetService = ReturnType<typeof createFacetService>;

/** Books or series changed per transaction. */
const chunkSize = 500;

export function createFacetService(
  catalog: Catalog,
  books: BookMetadataService,
  series: SeriesMetadataService,
  removeUnused: (kind: string) => Promise<number>,
) {
  return {
    list: (viewer: Viewer, kind: FacetKind, list: FacetList) => catalog.facets.list(viewer, kind, list),
    ageRatings: (viewer: Viewer, libraryId: string | undefined) =>
      catalog.facets.ageRatings(viewer, libraryId),

    async related(viewer: Viewer, which: { kind: NameKind; name: string }) {
      const found = await catalog.facets.related(viewer, which);
      if (!found) throw notFound('name');
      return { kind: which.kind, ...found };
    },

    async remove(viewer: Viewer, kind: 'genre' | 'tag', id: string): Promise<void> {
      const term = await catalog.facets.find(viewer, kind, id);
      if (!term) throw notFound(kind);
      const field = kind === 'genre' ? 'genres' : 'tags';
      const others = (words: readonly string[]) => words.filter((word) => fold(word) !== term.nameFolded);
      // Books first: series list the values of their books.
      for (const ids of chunks(term.bookIds, chunkSize))
        await books.updateMany(viewer, ids, (current) => ({ [field]: others(current[field]) }));
      for (const ids of chunks(term.seriesIds, chunkSize))
        await series.updateMany(viewer, ids, (current) => ({ [field]: others(current[field]) }));
      await removeUnused(kind);
    },

    cleanUp: (kind: 'genre' | 'tag'): Promise<number> => removeUnused(kind),
  };
}
