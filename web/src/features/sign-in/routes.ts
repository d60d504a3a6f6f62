// Where one signs in or joins; `next` is where one wanted to go.
import type { SignInFault } from '@lectern/contract/oidc';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-routes.tsx';

interface SignInSearch {
  next?: string;
  /** Whose password is asked for, to go on as them. */
  name?: string;
  /** The session is over that there was. */
  isOver?: boolean;
  /** How a provider's sign-in ended; whatever else an address says is told as one that was not finished. */
  fault?: SignInFault;
}

const readNext = ({ next }: Record<string, unknown>) => (typeof next === 'string' ? { next } : {});

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: (search: Record<string, unknown>): SignInSearch => ({
      ...readNext(search),
      ...(typeof search.name === 'string' && { name: search.name }),
      ...(search.isOver === true && { isOver: true }),
      ...(typeof search.fault === 'string' && { fault: search.fault as SignInFault }),
    }),
    component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/new',
    validateSearch: (search: Record<string, unknown>): { next?: string } => readNext(search),
    component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
  }),
] as const;
