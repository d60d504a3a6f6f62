// Shared code for editing the metadata of books and series: layers, locks, and common operations.
export { applyClientValues, type ClientValues, isOfClient } from './client-values.ts';
export { findGaps, findOthers } from './differences.ts';
export {
  applyLocks,
  hasNews,
  type Layers,
  lockFields,
  mergeLayers,
  parseLayers,
  toEdits,
  toOrigins,
  toShownLocks,
} from './layers.ts';
export {
  findSaid,
  isNothing,
  mergeProvided,
  type Provided,
  type ProviderOrder,
  parseProvided,
  toProvidedJson,
} from './provided.ts';
export { createMetadataHandlers } from './routes.ts';
export {
  type ChangeProvided,
  createMetadataService,
  type Edit,
  editOne,
  type MetadataKind,
  type MetadataService,
} from './service.ts';
export { listOrders } from './store.ts';
