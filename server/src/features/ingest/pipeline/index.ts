// Imports new and changed files as books.

export { createFileCheck, createFindPath } from './file-missing.ts';
export { type BookFolder, Importer, toListSettings } from './importer.ts';
export { createPipeline, saveSize } from './pipeline.ts';
export { toBookName } from './read-file.ts';
export { saveBatch } from './save.ts';
