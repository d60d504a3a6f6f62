// What feeds are made of.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookMetadataService } from '#features/books/index.ts';
import type { FileService } from '#features/files/index.ts';
import type { FilterPresetService } from '#features/filter-presets/index.ts';
import type { CollectionService, ReadListService } from '#features/gatherings/index.ts';

export interface FeedParts {
  catalog: Catalog;
  services: {
    books: { metadata: Pick<BookMetadataService, 'list'> };
    files: Pick<FileService, 'mediaTypeOf'>;
    gatherings: {
      collections: Pick<CollectionService, 'get' | 'list'>;
      readLists: Pick<ReadListService, 'get' | 'list'>;
    };
    presets: Pick<FilterPresetService, 'get' | 'list' | 'results'>;
  };
}
