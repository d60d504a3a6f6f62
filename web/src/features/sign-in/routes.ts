// Where one signs in; `next` is where one wanted to go.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/parents.tsx';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>) => (typeof next === 'string' ? { next } : {}),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});
