// The address of the readers: one for all kinds, outside the frame.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../root-routes.tsx';

interface ReadSearch {
  /** The page to start at, from 1. */
  page?: number;
  /** Id of a bookmark or highlight to start at, where the reader supports it. */
  mark?: string;
  /** Id of the read list from which the previous and next book come. */
  list?: string;
  /** Neither position nor session are kept. */
  incognito?: true;
}

const id = /^[\w-]+$/;

function readSearch({ page, mark, list, incognito }: Record<string, unknown>): ReadSearch {
  return {
    ...(Number.isInteger(Number(page)) && Number(page) > 0 && { page: Number(page) }),
    ...(typeof mark === 'string' && id.test(mark) && { mark }),
    ...(typeof list === 'string' && id.test(list) && { list }),
    ...(incognito === true && { incognito }),
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
