// The route of the notes.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';
import { type NotesSearch, readSearch } from './search.ts';

export const noteRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/notes',
    validateSearch: (search: Record<string, unknown>): NotesSearch => readSearch(search),
    component: lazyRouteComponent(() => import('./notes-page.tsx'), 'NotesPage'),
  }),
] as const;
