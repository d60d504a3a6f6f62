// Routes of the home page, for all libraries or for one.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    validateSearch: ({ library }: Record<string, unknown>): { library?: string } =>
      typeof library === 'string' && library !== '' ? { library } : {},
    component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
  }),
] as const;
