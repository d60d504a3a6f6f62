// The routes of the statistics.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';
import { readReviewSearch } from './review/search.ts';

export const statisticsRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/statistics',
    component: lazyRouteComponent(() => import('./statistics-page.tsx'), 'StatisticsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/statistics/review',
    validateSearch: readReviewSearch,
    component: lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/statistics/server',
    component: lazyRouteComponent(
      () => import('./server/server-statistics-page.tsx'),
      'ServerStatisticsPage',
    ),
  }),
] as const;
