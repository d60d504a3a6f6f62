// Routes of the lists of series and books.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';
import { readBrowseSearch } from './search.ts';

export const browseRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/series',
    validateSearch: readBrowseSearch,
    component: lazyRouteComponent(() => import('./list/pages.tsx'), 'SeriesListPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/books',
    validateSearch: readBrowseSearch,
    component: lazyRouteComponent(() => import('./list/pages.tsx'), 'BookListPage'),
  }),
] as const;
