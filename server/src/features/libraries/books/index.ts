// Books: reading, editing, and the writes of scans.
import { bookMetadata } from '@lectern/contract/libraries/metadata';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { createMetadataHandlers } from '../metadata-layers/index.ts';
import { keepReaderHash } from './files/reader-hashes.ts';
import { type SameContent, sameContent } from './files/same-content.ts';
import {
  type BookFiles,
  type BookScope,
  createBookFiles,
  type IdentifiedBook,
  type KnownFile,
  type ThumbnailEnd,
} from './files/store.ts';
import type { BookChange, BookLocation } from './files/writes/store.ts';
import { type ApplyEdits, createApplyEdits, type FileFacts } from './metadata/apply.ts';
import {
  type BookMetadataService,
  createBookMetadataService,
  type LockedMetadata,
  type MetadataDependencies,
} from './metadata/service.ts';
import { createBookRoutes } from './routes.ts';
import { type BookDetail, type BookService, createBookService } from './service.ts';

export { parseIsbn } from '@lectern/formats/values/isbn';
export { toVacant } from './files/writes/store.ts';
export {
  type BookValues,
  emptyValues,
  toEmbedded,
  toMetadataColumns,
  toReleaseColumns,
  toValues as toBookValues,
} from './metadata/fields.ts';
export type {
  ApplyEdits,
  BookChange,
  BookDetail,
  BookFiles,
  BookLocation,
  BookMetadataService,
  BookScope,
  BookService,
  FileFacts,
  IdentifiedBook,
  KnownFile,
  LockedMetadata,
  SameContent,
  ThumbnailEnd,
};
export { createBookFiles, keepReaderHash, sameContent };

export const createBookEdits = (clock: Clock): ApplyEdits => createApplyEdits({ clock });

export function createBooksFeature(deps: MetadataDependencies, progress: ProgressService) {
  const { catalog } = deps;
  const metadata = createBookMetadataService(deps);
  const service = createBookService(catalog, metadata);
  return {
    service,
    metadata,
    routes: [
      ...createBookRoutes(catalog, service, progress),
      ...implement(bookMetadata, createMetadataHandlers(metadata)),
    ],
  };
}
