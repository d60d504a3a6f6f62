// The address for adding a library.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const libraryRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries/new',
    component: lazyRouteComponent(() => import('./new-library-page.tsx'), 'NewLibraryPage'),
  }),
] as const;
