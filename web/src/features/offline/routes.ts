// The route of the downloads.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const offlineRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/offline',
    component: lazyRouteComponent(() => import('./offline-page.tsx'), 'OfflinePage'),
  }),
] as const;
