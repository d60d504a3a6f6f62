// Everything about one book below OPDS: its pictures, pages, file, manifest and reading place.
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import type { OpdsBookParts } from './parts.ts';
import { createPictureRoutes } from './pictures.ts';
import { createProgressRoutes } from './progress.ts';
import { createPublicationRoutes } from './publications.ts';
import { createStreamingRoutes } from './streaming.ts';

export type { OpdsBookParts };

export const createOpdsBookRoutes = (parts: OpdsBookParts): MountedRoute[] => [
  ...createStreamingRoutes(parts),
  ...createPictureRoutes('v1', parts),
  ...createPictureRoutes('v2', parts),
  ...createPublicationRoutes(parts),
  ...createProgressRoutes(parts),
];
