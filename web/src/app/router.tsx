// The router with the routes of all features. Pages and readers are loaded when first opened.
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { queries } from '../api/query-client.ts';
import { onBack } from '../api/reachability.ts';
import { accountRoutes } from '../features/account/routes.ts';
import { administrationRoutes } from '../features/administration/routes.ts';
import { bookRoutes } from '../features/books/routes.ts';
import { browseRoutes } from '../features/browse/routes.ts';
import { collectionRoutes } from '../features/collections/routes.ts';
import { dropFolderRoutes } from '../features/drop-folder/routes.ts';
import { homeRoutes } from '../features/home/routes.ts';
import { libraryRoutes } from '../features/libraries/routes.ts';
import { linkRoutes } from '../features/links/routes.ts';
import { nameRoutes } from '../features/names/routes.ts';
import { noteRoutes } from '../features/notes/routes.ts';
import { offlineRoutes } from '../features/offline/routes.ts';
import { presetRoutes } from '../features/presets/routes.ts';
import { connectRoute, deviceRoute } from '../features/quick-connect/routes.ts';
import { readListRoutes } from '../features/read-lists/routes.ts';
import { releaseRoutes } from '../features/releases/routes.ts';
import { searchRoutes } from '../features/search/routes.ts';
import { seriesRoutes } from '../features/series/routes.ts';
import { welcomeRoute } from '../features/setup/routes.ts';
import { signInRoutes } from '../features/sign-in/routes.ts';
import { statisticsRoutes } from '../features/statistics/routes.ts';
import { uploadRoutes } from '../features/uploads/routes.ts';
import { wantRoutes } from '../features/want-to-read/routes.ts';
import { readerRoutes } from '../reader/routes.ts';
import { rootRoute, shell, signedIn } from '../root-routes.tsx';
import { PageErrorState } from '../ui/states.tsx';
import { SignedIn } from './accounts/signed-in.tsx';
import { SignedInError } from './accounts/signed-in-error.tsx';
import { NotFound, NotFoundPage } from './not-found.tsx';

rootRoute.update({ notFoundComponent: NotFoundPage });
signedIn.update({ component: SignedIn, errorComponent: SignedInError });
shell.update({ component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell') });

/** Signed-in users keep the menu at an unknown URL. */
const unknownRoute = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    welcomeRoute,
    ...signInRoutes,
    ...linkRoutes,
    deviceRoute,
    signedIn.addChildren([
      shell.addChildren([
        ...homeRoutes,
        ...browseRoutes,
        ...searchRoutes,
        ...presetRoutes,
        ...seriesRoutes,
        ...bookRoutes,
        ...nameRoutes,
        ...libraryRoutes,
        ...accountRoutes,
        connectRoute,
        ...administrationRoutes,
        ...offlineRoutes,
        ...noteRoutes,
        ...collectionRoutes,
        ...readListRoutes,
        ...wantRoutes,
        ...releaseRoutes,
        ...statisticsRoutes,
        ...uploadRoutes,
        ...dropFolderRoutes,
        unknownRoute,
      ]),
      ...readerRoutes,
    ]),
  ]),
  basepath: new URL(document.baseURI).pathname.replace(/\/$/, ''),
  context: { queries },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageErrorState,
});

// Shown if a page or the account failed to load.
onBack(() => {
  if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
