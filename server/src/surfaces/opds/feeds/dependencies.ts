// What feeds are made of.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { CollectionService, ReadListService } from '#features/reading/lists/index.ts';
import type { FileService } from '#features/serving/files/index.ts';

export interface FeedDependencies {
  catalog: Catalog;
  services: {
    books: { metadata: Pick<BookMetadataService, 'list'> };
    files: Pick<FileService, 'mediaTypeOf'>;
    lists: {
      collections: Pick<CollectionService, 'get' | 'list'>;
      readLists: Pick<ReadListService, 'get' | 'list'>;
    };
    presets: Pick<FilterPresetService, 'get' | 'list' | 'results'>;
  };
}
