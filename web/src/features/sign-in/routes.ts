// Routes of sign-in and registration. `next` is the target after signing in.
import type { SignInFault } from '@lectern/contract/identity/oidc';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-routes.tsx';

interface SignInSearch {
  next?: string;
  /** The account to continue with after entering its password. */
  name?: string;
  /** The id of the account to continue with after entering its PIN. */
  locked?: string;
  /** The session has expired. */
  isOver?: boolean;
  /** The error of a sign-in by a provider; any other value is shown as "not finished". */
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
      ...(typeof search.locked === 'string' && { locked: search.locked }),
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
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/forgotten',
    validateSearch: (search: Record<string, unknown>): { next?: string } => readNext(search),
    component: lazyRouteComponent(() => import('./forgotten-page.tsx'), 'ForgottenPage'),
  }),
] as const;
