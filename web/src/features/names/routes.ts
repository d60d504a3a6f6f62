// Routes of people, genres, tags, publishers and story arcs: the page of one, or the list of all.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';
import { readNameSearch } from './search.ts';

const page = {
  getParentRoute: () => shell,
  validateSearch: readNameSearch,
  component: lazyRouteComponent(() => import('./names-page.tsx'), 'NamesPage'),
};

export const nameRoutes = [
  createRoute({ ...page, path: '/authors' }),
  createRoute({ ...page, path: '/genres' }),
  createRoute({ ...page, path: '/tags' }),
  createRoute({ ...page, path: '/publishers' }),
  createRoute({ ...page, path: '/story-arcs' }),
] as const;
