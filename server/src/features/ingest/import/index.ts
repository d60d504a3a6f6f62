// New and changed files become books.
export { type BookFolder, createImporter, type Importer, toListSettings } from './importer.ts';
export { createIsGone } from './is-gone.ts';
export { createPipeline } from './pipeline.ts';
export { createBatchSaver } from './save.ts';
