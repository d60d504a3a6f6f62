// Routes of book pages.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const bookRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/books/$id',
    component: lazyRouteComponent(() => import('./page/book-page.tsx'), 'BookPage'),
  }),
] as const;
