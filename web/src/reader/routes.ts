// Where books are read: one address for all kinds, outside the frame.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../app/parents.tsx';

/** `page` from 1: where to begin; `list`: the read list whose next book comes after this one. */
function readSearch({ page, list }: Record<string, unknown>): { page?: number; list?: string } {
  return {
    ...(Number.isInteger(Number(page)) && Number(page) > 0 && { page: Number(page) }),
    ...(typeof list === 'string' && /^[\w-]+$/.test(list) && { list }),
  };
}

export const readerRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/books/$id/read',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./reader-page.tsx'), 'ReaderPage'),
  }),
] as const;
