// Thumbnails of books: drawn by worker processes, stored as files.
export type { ThumbnailDependencies } from './dependencies.ts';
export type { Box, coverJobs } from './jobs.ts';
export { findImage } from './store.ts';
export { type CoverTask, defineCoverTask, type Renewal } from './tasks.ts';
export { drawThumbnail, findThumbnailFile, findVersion, makeThumbnail, shrink } from './thumbnails.ts';
