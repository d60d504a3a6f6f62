// The route of a series.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const seriesRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/series/$id',
    component: lazyRouteComponent(() => import('./page/series-page.tsx'), 'SeriesPage'),
  }),
] as const;
