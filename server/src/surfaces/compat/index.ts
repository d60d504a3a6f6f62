// The compatibility API: what apps made for another server ask for, below a prefix of its own (`compat_api.prefix`).
// Translators over the catalog and the services; nothing here is decided or stored.
import type { SignIns } from '#features/identity/activity/index.ts';
import type { BrowseFolders } from '#features/libraries/filesystem/index.ts';
import type { Events } from '#features/system/events/index.ts';
import type { MetricService } from '#features/system/metrics/index.ts';
import type { Surface } from '#infrastructure/http/surface.ts';
import { createCompatActuatorRoutes } from './actuator.ts';
import { type CompatBookParts, createCompatBookRoutes } from './books/index.ts';
import { createCredentials } from './credentials.ts';
import { toCompatError } from './errors.ts';
import { createCompatEventRoutes, type TaskCount } from './events/index.ts';
import { createListCoverRoutes } from './gatherings/covers.ts';
import { createListRoutes } from './gatherings/lists.ts';
import { createPinnedLists } from './gatherings/pinned.ts';
import { createListWrites } from './gatherings/writes.ts';
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
import type { CompatParts } from './parts.ts';
import { type AccountParts, createAccountRoutes } from './people/accounts.ts';
import { createPeopleRoutes } from './people/routes.ts';
import { createSignInRoutes } from './people/sign-ins.ts';
import { createFacetRoutes } from './referentials/routes.ts';
import { createServerRoutes, type TaskParts } from './server/routes.ts';
import { createWebLinks } from './web-links.ts';

export type { CompatParts };

/** What tells of the server itself. */
interface ServerParts {
  events: Pick<Events, 'open'>;
  countTasks(): Promise<TaskCount[]>;
  /** How often administrators hear of the queue; tests do not wait. */
  statusMs?: number | undefined;
  services: { metrics: MetricService; browseFolders: BrowseFolders };
  signIns: SignIns;
  accounts: AccountParts;
  tasks: TaskParts;
}

export function createCompat(parts: CompatParts & Omit<CompatBookParts, 'pinned'> & ServerParts): Surface {
  const { config, clock } = parts;
  const credentials = createCredentials(parts);
  const shown = createShown(parts);
  const pinned = createPinnedLists(parts);
  const series = createSeriesLister({ ...parts, pinned }, shown);
  const books = createBookLister({ ...parts, pinned }, shown);
  const lists = { ...parts, shown, series, books, pinned };
  return {
    name: 'compat',
    path: () => (config.compatApi.enabled ? `/${config.compatApi.prefix}` : undefined),
    authenticate: credentials.authenticate,
    greet: credentials.greet,
    toError: (answer, request) => toCompatError(answer, request, clock()),
    routes: [
      ...createPeopleRoutes({ ...parts, credentials }),
      ...createLibraryRoutes(parts),
      ...createLibraryWrites(parts),
      ...createFolderRoutes(parts.services.browseFolders),
      ...createSeriesRoutes(lists),
      ...createBookRoutes(lists),
      ...createListRoutes(lists),
      ...createCompatBookRoutes({ ...parts, pinned }),
      ...createCompatEventRoutes({
        events: parts.events,
        books: parts.catalog.books,
        gatherings: parts.services.gatherings,
        countTasks: parts.countTasks,
        prove: credentials.authenticate,
        clock,
        statusMs: parts.statusMs,
      }),
      ...createCompatActuatorRoutes({
        metrics: parts.services.metrics,
        gatherings: parts.services.gatherings,
      }),
      ...createServerRoutes({ config, tasks: parts.tasks }),
      ...createAccountRoutes({ ...parts.accounts, catalog: parts.catalog }),
      ...createSignInRoutes(parts.signIns),
      ...createListWrites({ ...parts, pinned }),
      ...createListCoverRoutes({ ...parts, pinned }),
      ...createMetadataRoutes(parts),
      ...createFacetRoutes(parts),
      ...createBlanks(),
      ...createWebLinks(),
    ],
  };
}
