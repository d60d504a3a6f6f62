// Routes of collections.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const collectionRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/collections',
    validateSearch: ({ library }: Record<string, unknown>): { library?: string } =>
      typeof library === 'string' && library !== '' ? { library } : {},
    component: lazyRouteComponent(() => import('./collections-page.tsx'), 'CollectionsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/collections/$id',
    component: lazyRouteComponent(() => import('./collection-page.tsx'), 'CollectionPage'),
  }),
] as const;
