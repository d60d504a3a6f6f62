// Routes of the libraries.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const libraryRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries',
    component: lazyRouteComponent(() => import('./libraries-page.tsx'), 'LibrariesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries/new',
    component: lazyRouteComponent(() => import('./new-library-page.tsx'), 'NewLibraryPage'),
  }),
] as const;
