// Everything about one book below OPDS: its pictures, pages, file, manifest and reading place.
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import type { OpdsBookDependencies } from './dependencies.ts';
import { createPictureRoutes } from './pictures.ts';
import { createProgressRoutes } from './progress.ts';
import { createPublicationRoutes } from './publications.ts';
import { createStreamingRoutes } from './streaming.ts';

export type { OpdsBookDependencies };

export const createOpdsBookRoutes = (deps: OpdsBookDependencies): MountedRoute[] => [
  ...createStreamingRoutes(deps),
  ...createPictureRoutes('v1', deps),
  ...createPictureRoutes('v2', deps),
  ...createPublicationRoutes(deps),
  ...createProgressRoutes(deps),
];
