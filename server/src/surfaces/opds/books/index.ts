// All routes of a book in OPDS: images, pages, file, manifest and reading position.
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { OpdsDependencies } from '../dependencies.ts';
import { createPictureRoutes } from './pictures.ts';
import { createProgressRoutes } from './progress.ts';
import { createPublicationRoutes } from './publications.ts';
import { createStreamingRoutes } from './streaming.ts';

export const createOpdsBookRoutes = (deps: OpdsDependencies): MountedRoute[] => [
  ...createStreamingRoutes(deps),
  ...createPictureRoutes('v1', deps),
  ...createPictureRoutes('v2', deps),
  ...createPublicationRoutes(deps),
  ...createProgressRoutes(deps),
];
