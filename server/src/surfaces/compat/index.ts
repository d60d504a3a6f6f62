// The compatibility API: what apps made for another server ask for, below a prefix of its own (`compat_api.prefix`).
// Translators over the catalog and the services; nothing here is decided or stored.
import type { SignIns } from '#features/identity/activity/index.ts';
import type { BrowseFolders } from '#features/libraries/filesystem/index.ts';
import type { Events } from '#features/system/events/index.ts';
import type { MetricService } from '#features/system/metrics/index.ts';
import type { Surface } from '#infrastructure/http/surface.ts';
import { createCompatActuatorRoutes } from './actuator.ts';
import { createListCoverRoutes } from './book-lists/covers.ts';
import { createListRoutes } from './book-lists/lists.ts';
import { createPinnedLists } from './book-lists/pinned.ts';
import { createListWrites } from './book-lists/writes.ts';
import { type CompatBookDependencies, createCompatBookRoutes } from './books/index.ts';
import { createCredentials } from './credentials.ts';
import type { CompatDependencies } from './dependencies.ts';
import { toCompatError } from './errors.ts';
import { createCompatEventRoutes, type TaskCount } from './events/index.ts';
import { createFolderRoutes } from './libraries/folders.ts';
import { createLibraryRoutes } from './libraries/routes.ts';
import { createLibraryWrites } from './libraries/writes.ts';
import { createBookRoutes } from './lists/books-routes.ts';
import { createBookLister } from './lists/list-books.ts';
import { createSeriesLister } from './lists/list-series.ts';
import { createSeriesRoutes } from './lists/series-routes.ts';
import { createShown } from './lists/shown.ts';
import { createMetadataRoutes } from './metadata/routes.ts';
import { createBlanks } from './nothing-here.ts';
import { type AccountDependencies, createAccountRoutes } from './people/accounts.ts';
import { createPeopleRoutes } from './people/routes.ts';
import { createSignInRoutes } from './people/sign-ins.ts';
import { createFacetRoutes } from './referentials/routes.ts';
import { createServerRoutes, type TaskDependencies } from './server/routes.ts';
import { createWebLinks } from './web-links.ts';

export type { CompatDependencies };

/** What tells of the server itself. */
interface ServerDependencies {
  events: Pick<Events, 'open'>;
  countTasks(): Promise<TaskCount[]>;
  /** How often administrators hear of the queue; tests do not wait. */
  statusMs?: number | undefined;
  services: { metrics: MetricService; browseFolders: BrowseFolders };
  signIns: SignIns;
  accounts: AccountDependencies;
  tasks: TaskDependencies;
}

export function createCompat(
  deps: CompatDependencies & Omit<CompatBookDependencies, 'pinned'> & ServerDependencies,
): Surface {
  const { config, clock } = deps;
  const credentials = createCredentials(deps);
  const shown = createShown(deps);
  const pinned = createPinnedLists(deps);
  const series = createSeriesLister({ ...deps, pinned }, shown);
  const books = createBookLister({ ...deps, pinned }, shown);
  const lists = { ...deps, shown, series, books, pinned };
  return {
    name: 'compat',
    path: () => (config.compatApi.enabled ? `/${config.compatApi.prefix}` : undefined),
    authenticate: credentials.authenticate,
    greet: credentials.greet,
    toError: (answer, request) => toCompatError(answer, request, clock()),
    routes: [
      ...createPeopleRoutes({ ...deps, credentials }),
      ...createLibraryRoutes(deps),
      ...createLibraryWrites(deps),
      ...createFolderRoutes(deps.services.browseFolders),
      ...createSeriesRoutes(lists),
      ...createBookRoutes(lists),
      ...createListRoutes(lists),
      ...createCompatBookRoutes({ ...deps, pinned }),
      ...createCompatEventRoutes({
        events: deps.events,
        books: deps.catalog.books,
        lists: deps.services.lists,
        countTasks: deps.countTasks,
        verify: credentials.authenticate,
        clock,
        statusMs: deps.statusMs,
      }),
      ...createCompatActuatorRoutes({
        metrics: deps.services.metrics,
        lists: deps.services.lists,
      }),
      ...createServerRoutes({ config, tasks: deps.tasks }),
      ...createAccountRoutes({ ...deps.accounts, catalog: deps.catalog }),
      ...createSignInRoutes(deps.signIns),
      ...createListWrites({ ...deps, pinned }),
      ...createListCoverRoutes({ ...deps, pinned }),
      ...createMetadataRoutes(deps),
      ...createFacetRoutes(deps),
      ...createBlanks(),
      ...createWebLinks(),
    ],
  };
}
