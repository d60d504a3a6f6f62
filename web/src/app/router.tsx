// Which address shows which page. Pages and readers are loaded when they are first opened.
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { findAccount } from '../api/accounts.ts';
import { ApiError, renew } from '../api/call.ts';
import { me, setupStatus } from '../api/queries.ts';
import { Fault } from '../ui/states.tsx';
import { queries } from './queries.ts';
import { Shell } from './shell.tsx';

const rootRoute = createRootRouteWithContext<{ queries: typeof queries }>()({
  component: Outlet,
  errorComponent: ({ error, reset }) => <Fault error={error} onRetry={reset} />,
});

/** Sends nobody to the sign-in, and to the set-up where there is nobody yet. */
async function demandUser(href: string): Promise<void> {
  try {
    await queries.ensureQueryData(me);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (findAccount() && (await renew())) return void (await queries.fetchQuery(me));
    const { setupRequired } = await queries.fetchQuery(setupStatus);
    throw redirect(setupRequired ? { to: '/welcome' } : { to: '/sign-in', search: { next: href } });
  }
}

const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => demandUser(location.href),
  component: Outlet,
});
const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell });

const welcome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('../features/setup/welcome-page.tsx'), 'WelcomePage'),
});
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>) => (typeof next === 'string' ? { next } : {}),
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
});

export interface BrowseSearch {
  library?: string;
  q?: string;
  sort?: string;
}
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const browse = createRoute({
  getParentRoute: () => shell,
  path: '/series',
  validateSearch: ({ library, q, sort }: Record<string, unknown>): BrowseSearch => ({
    ...(text(library) && { library: text(library) }),
    ...(text(q) && { q: text(q) }),
    ...(text(sort) && { sort: text(sort) }),
  }),
  component: lazyRouteComponent(() => import('../features/series/browse-page.tsx'), 'BrowsePage'),
});
const series = createRoute({
  getParentRoute: () => shell,
  path: '/series/$id',
  component: lazyRouteComponent(() => import('../features/series/series-page.tsx'), 'SeriesPage'),
});
const book = createRoute({
  getParentRoute: () => shell,
  path: '/books/$id',
  component: lazyRouteComponent(() => import('../features/books/book-page.tsx'), 'BookPage'),
});
const newLibrary = createRoute({
  getParentRoute: () => shell,
  path: '/libraries/new',
  component: lazyRouteComponent(() => import('../features/libraries/new-library-page.tsx'), 'NewLibraryPage'),
});
const read = createRoute({
  getParentRoute: () => signedIn,
  path: '/books/$id/read',
  validateSearch: ({ page }: Record<string, unknown>) => (Number(page) > 0 ? { page: Number(page) } : {}),
  component: lazyRouteComponent(() => import('../reader/comic/comic-reader-page.tsx'), 'ComicReaderPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    welcome,
    signIn,
    signedIn.addChildren([shell.addChildren([home, browse, series, book, newLibrary]), read]),
  ]),
  basepath: new URL(document.baseURI).pathname.replace(/\/$/, ''),
  context: { queries },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <Fault error={error} onRetry={reset} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
