// The routes that all others hang on: everybody's, those of who is signed in, and those inside the frame. Each feature
// says in its routes.ts which addresses show which of its pages; app/router.tsx gathers them and gives these their
// components.
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { findAccount, keepUser } from './api/accounts.ts';
import { ApiError, renew } from './api/call.ts';
import { me, setupStatus } from './api/queries.ts';
import { queries } from './api/query-client.ts';
import { isSigningOut, settleSignOuts } from './api/sign-outs.ts';
import { ErrorState } from './ui/states.tsx';

export const rootRoute = createRootRouteWithContext<{ queries: typeof queries }>()({
  beforeLoad: settleSignOuts,
  component: Outlet,
  errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

/** Sends nobody to the sign-in, and to the set-up where there is nobody yet. */
async function requireUser(href: string): Promise<void> {
  const isKnown = findAccount() !== undefined;
  try {
    await findUser();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (findAccount() && (await renew())) return void (await queries.fetchQuery(me));
    const { setupRequired } = await queries.fetchQuery(setupStatus);
    const search = { next: href, ...(isKnown && { isOver: true }) };
    throw redirect(setupRequired ? { to: '/welcome' } : { to: '/sign-in', search });
  }
}

/** Who the session says one is. The account that was chosen on this device counts; without one, the cookie. */
async function findUser(): Promise<void> {
  const user = await queries.ensureQueryData(me);
  const account = findAccount();
  if (account?.userId === user.id) return;
  if (account && (await renew())) return void (await queries.fetchQuery({ ...me, staleTime: 0 }));
  if (isSigningOut(user.id)) {
    queries.removeQueries({ queryKey: me.queryKey });
    throw new ApiError(401, { error: 'unauthorized', message: 'Signed out' });
  }
  keepUser(user);
}

export const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireUser(location.href),
});

/** Pages with the header and the menu around them; who signs in or reads does not wait for those. */
export const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell' });
