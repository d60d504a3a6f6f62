// Where series are browsed, and where one is shown.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../app/parents.tsx';

interface BrowseSearch {
  library?: string;
  q?: string;
  sort?: string;
}
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const seriesRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/series',
    validateSearch: ({ library, q, sort }: Record<string, unknown>): BrowseSearch => ({
      ...(text(library) && { library: text(library) }),
      ...(text(q) && { q: text(q) }),
      ...(text(sort) && { sort: text(sort) }),
    }),
    component: lazyRouteComponent(() => import('./browse-page.tsx'), 'BrowsePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/series/$id',
    component: lazyRouteComponent(() => import('./series-page.tsx'), 'SeriesPage'),
  }),
] as const;
