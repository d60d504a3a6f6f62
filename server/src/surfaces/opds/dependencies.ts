// Dependencies of OPDS.
import type { Catalog } from '#catalog/catalog.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { Lists } from '#features/reading/lists/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { FileService } from '#features/serving/files/index.ts';
import type { PageService } from '#features/serving/pages/index.ts';
import type { PanelService } from '#features/serving/panels/index.ts';
import type { PublicationService } from '#features/serving/publications/index.ts';

export interface OpdsDependencies {
  catalog: Catalog;
  services: {
    books: { metadata: BookMetadataService };
    pages: PageService;
    panels: PanelService;
    covers: CoverService;
    files: FileService;
    publications: PublicationService;
    progress: ProgressService;
    lists: Lists;
    presets: FilterPresetService;
  };
}
