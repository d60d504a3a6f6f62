import { bookMetadata as contract } from '@lectern/contract/libraries/metadata';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createMetadataHandlers } from '../../metadata-layers/index.ts';
import type { BookMetadataService } from './service.ts';

export const createBookMetadataRoutes = (service: BookMetadataService): MountedRoute[] =>
  implement(contract, createMetadataHandlers(service));
