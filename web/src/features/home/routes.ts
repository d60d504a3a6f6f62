// Where the home page is.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../app/parents.tsx';

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
  }),
] as const;
