// Where books are read: one address for all kinds, outside the frame.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../root-routes.tsx';

interface ReadSearch {
  /** From 1: where to begin. */
  page?: number;
  /** A bookmark or highlight of the book: the exact place to begin, where the reader of its kind knows one. */
  mark?: string;
  /** The read list whose next book comes after this one. */
  list?: string;
}

const id = /^[\w-]+$/;

function readSearch({ page, mark, list }: Record<string, unknown>): ReadSearch {
  return {
    ...(Number.isInteger(Number(page)) && Number(page) > 0 && { page: Number(page) }),
    ...(typeof mark === 'string' && id.test(mark) && { mark }),
    ...(typeof list === 'string' && id.test(list) && { list }),
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
