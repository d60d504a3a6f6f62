// Operations on a single book, except reading.
import type { BookFormat } from '@lectern/contract/libraries/book-files';
import type { BookDto, updateBookSchema } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { z } from 'zod';
import { toBookDto, toBookFormat } from '#catalog/books/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { BookMetadataService } from './metadata/service.ts';

export interface BookDetail {
  book: BookDto;
  /** Null when there is no metadata. */
  metadata: BookMetadata | null;
  /** The files of the book. */
  formats: BookFormat[];
}

export type BookService = ReturnType<typeof createBookService>;

export function createBookService(catalog: Catalog, metadata: BookMetadataService) {
  async function get(viewer: Viewer, id: string): Promise<BookDetail> {
    const row = await catalog.books.get(viewer, id);
    return {
      book: toBookDto(row, viewer),
      formats: (await catalog.books.findFormats(row)).map(toBookFormat),
      metadata: (await metadata.find(row)) ?? null,
    };
  }
  return {
    get,

    /** Locks the values it sets, so that scans do not change them. Setting an unchanged value has no effect. */
    async update(
      viewer: Viewer,
      id: string,
      { position, ...values }: z.output<typeof updateBookSchema>,
    ): Promise<BookDetail> {
      if (position === undefined || Object.keys(values).length > 0) await metadata.update(viewer, id, values);
      if (position !== undefined) await metadata.place(viewer, id, position);
      return get(viewer, id);
    },

    async adjacent(viewer: Viewer, id: string): Promise<{ prev: BookDto | null; next: BookDto | null }> {
      const { prev, next } = await catalog.books.adjacent(viewer, await catalog.books.get(viewer, id));
      return { prev: prev && toBookDto(prev, viewer), next: next && toBookDto(next, viewer) };
    },
  };
}
