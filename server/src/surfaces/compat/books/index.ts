// Everything about one book for apps made for another server: its pages, file, manifest, covers and reading place.
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import { createFileRoutes } from './files.ts';
import { createPageRoutes } from './pages.ts';
import type { CompatBookParts } from './parts.ts';
import { createProgressRoutes } from './progress.ts';
import { createPublicationRoutes } from './publications.ts';
import { createThumbnailRoutes } from './thumbnails.ts';
import { createTrackerRoutes } from './tracker.ts';

export type { CompatBookParts };

export const createCompatBookRoutes = (parts: CompatBookParts): MountedRoute[] => [
  ...createPageRoutes(parts),
  ...createFileRoutes(parts),
  ...createPublicationRoutes(parts),
  ...createProgressRoutes(parts),
  ...createTrackerRoutes(parts),
  ...createThumbnailRoutes(parts),
];
