// Collections of series.
import { listRoutes } from './book-lists.ts';
import { routes } from './route.ts';
import { seriesSchema } from './series.ts';

export const collections = routes(
  'Collections',
  'Series gathered under a name.',
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
