// Routes of read lists.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const readListRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/readlists',
    component: lazyRouteComponent(() => import('./read-lists-page.tsx'), 'ReadListsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/readlists/$id',
    component: lazyRouteComponent(() => import('./read-list-page.tsx'), 'ReadListPage'),
  }),
] as const;
