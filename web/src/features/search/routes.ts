// The route of the search page.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';
import { readSearch } from './search.ts';

export const searchRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/search',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
  }),
] as const;
