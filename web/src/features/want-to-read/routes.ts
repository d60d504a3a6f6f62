// The route of Want to Read.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const wantRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/want-to-read',
    component: lazyRouteComponent(() => import('./want-page.tsx'), 'WantPage'),
  }),
] as const;
