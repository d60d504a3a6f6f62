// All routes of a book for apps made for another server: pages, file, manifest, covers and reading position.
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { createFileRoutes } from './files.ts';
import { createPageRoutes } from './pages.ts';
import { createProgressRoutes } from './progress.ts';
import { createPublicationRoutes } from './publications.ts';
import { createThumbnailRoutes } from './thumbnails.ts';
import { createTrackerRoutes } from './tracker.ts';

export const createCompatBookRoutes = (deps: CompatDependencies): MountedRoute[] => [
  ...createPageRoutes(deps),
  ...createFileRoutes(deps),
  ...createPublicationRoutes(deps),
  ...createProgressRoutes(deps),
  ...createTrackerRoutes(deps),
  ...createThumbnailRoutes(deps),
];
