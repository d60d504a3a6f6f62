// Where books are read: one address for all kinds, outside the frame.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../app/parents.tsx';

export const readerRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/books/$id/read',
    validateSearch: ({ page }: Record<string, unknown>) => (Number(page) > 0 ? { page: Number(page) } : {}),
    component: lazyRouteComponent(() => import('./reader-page.tsx'), 'ReaderPage'),
  }),
] as const;
