// Routes of quick connect: the device that shows a code, and the page that accepts it.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute, shell } from '../../root-routes.tsx';

export const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/device',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' ? { next } : {},
  component: lazyRouteComponent(() => import('./device-page.tsx'), 'DevicePage'),
});

export const connectRoute = createRoute({
  getParentRoute: () => shell,
  path: '/connect',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } =>
    typeof code === 'string' ? { code } : {},
  component: lazyRouteComponent(() => import('./connect-page.tsx'), 'ConnectPage'),
});
