// Collections of series.

import { seriesSchema } from '../libraries/series.ts';
import { routes } from '../route.ts';
import { listRoutes } from './book-lists.ts';

export const collections = routes(
  'Collections',
  'Named groups of series.',
  listRoutes({
    path: '/api/v1/collections',
    one: 'collection',
    many: 'collections',
    members: 'series',
    member: seriesSchema,
    shape: 'Collection',
    read: 'collections:read',
    write: 'collections:write',
  }),
);
