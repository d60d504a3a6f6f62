// The route of the releases.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const releaseRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/releases',
    component: lazyRouteComponent(() => import('./releases-page.tsx'), 'ReleasesPage'),
  }),
] as const;
