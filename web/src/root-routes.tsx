// The top-level routes: the root, those of signed-in users, and those inside the app frame. Each feature lists its routes in
// its routes.ts; app/router.tsx collects them and sets the components of these routes.
import { toRecord } from '@lectern/contract/records';
import {
  createRootRouteWithContext,
  createRoute,
  notFound,
  Outlet,
  redirect,
  rootRouteId,
} from '@tanstack/react-router';
import { findAccount, saveUser } from './api/accounts.ts';
import { ApiError, renew } from './api/call.ts';
import { me, setupStatus } from './api/queries.ts';
import { queries } from './api/query-client.ts';
import { isSigningOut, sendSignOuts } from './api/sign-outs.ts';
import { applyAccountLanguage } from './i18n/language.ts';
import { PageErrorState } from './ui/states.tsx';

export const rootRoute = createRootRouteWithContext<{ queries: typeof queries }>()({
  beforeLoad: sendSignOuts,
  component: Outlet,
  errorComponent: (failed) => (
    <main>
      <PageErrorState {...failed} />
    </main>
  ),
});

/** Redirects to the sign-in, or to the setup if there are no users. */
async function requireUser(href: string, isUnknown: boolean): Promise<void> {
  const isKnown = findAccount() !== undefined;
  try {
    await findUser();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (findAccount() && (await renew())) return void (await queries.fetchQuery(me));
    if (isUnknown) throw notFound({ routeId: rootRouteId });
    const { setupRequired } = await queries.fetchQuery(setupStatus);
    const search = { next: href, ...(isKnown && { isOver: true }) };
    throw redirect(setupRequired ? { to: '/welcome' } : { to: '/sign-in', search });
  }
}

/** Loads the user of the session: the account chosen on this device, otherwise the account of the session cookie. */
async function findUser(): Promise<void> {
  const user = await queries.ensureQueryData(me);
  const account = findAccount();
  if (account?.userId === user.id) return;
  if (account && (await renew())) return void (await queries.fetchQuery({ ...me, staleTime: 0 }));
  if (isSigningOut(user.id)) {
    queries.removeQueries({ queryKey: me.queryKey });
    throw new ApiError(401, { error: 'unauthorized', message: 'Signed out' });
  }
  saveUser(user);
}

export const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  // An unknown URL is reported to everyone without a sign-in.
  async beforeLoad({ location, matches }) {
    await requireUser(location.href, toRecord(matches.at(-1)).routeId === '/signed-in/shell/$');
    const user = queries.getQueryData(me.queryKey);
    if (user) applyAccountLanguage(user);
  },
});

/** Pages with header and navigation. The sign-in and the readers have none. */
export const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell' });
