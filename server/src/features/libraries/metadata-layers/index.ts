// What editing the metadata of books and of series has in common: layers, locks, and one set of operations.
export { findGaps, findOthers } from './differences.ts';
export {
  applyLocks,
  hasNews,
  isNothing,
  type Layers,
  lockFields,
  mergeLayers,
  parseLayers,
  toEdits,
  toShownLocks,
} from './layers.ts';
export { createMetadataHandlers } from './routes.ts';
export {
  createMetadataService,
  type Edit,
  editOne,
  type MetadataKind,
  type MetadataService,
} from './service.ts';
