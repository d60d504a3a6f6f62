// The route of the statistics.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const statisticsRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/statistics',
    component: lazyRouteComponent(() => import('./statistics-page.tsx'), 'StatisticsPage'),
  }),
] as const;
