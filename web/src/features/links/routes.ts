// Routes of links that give access once: invitations and password resets.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-routes.tsx';

export const linkRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/join',
    component: lazyRouteComponent(() => import('./join-page.tsx'), 'JoinPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset',
    component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
  }),
] as const;
