// Collections of series.
import { listRoutes } from './book-lists.ts';
import { routes } from './route.ts';
import { seriesSchema } from './series.ts';

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
