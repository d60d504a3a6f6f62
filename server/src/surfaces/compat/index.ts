// The compatibility API for apps made for another server, below a separate prefix (`compat_api.prefix`). Translates
// requests to the catalog and services; contains no rules and stores nothing.
import type { Surface } from '#infrastructure/http/routes/surface.ts';
import { createCompatActuatorRoutes } from './actuator.ts';
import { createListCoverRoutes } from './book-lists/covers.ts';
import { createListRoutes } from './book-lists/lists.ts';
import { createListWrites } from './book-lists/writes.ts';
import { createCompatBookRoutes } from './books/index.ts';
import { Credentials } from './credentials.ts';
import type { CompatOptions } from './dependencies.ts';
import { toCompatError } from './errors.ts';
import { createCompatEventRoutes } from './events/index.ts';
import { createFontRoutes } from './fonts.ts';
import { createFolderRoutes } from './libraries/folders.ts';
import { createLibraryRoutes } from './libraries/routes.ts';
import { createLibraryWrites } from './libraries/writes.ts';
import { createBookRoutes } from './lists/books-routes.ts';
import { createSeeds } from './lists/random.ts';
import { createSeriesRoutes } from './lists/series-routes.ts';
import { createMetadataRoutes } from './metadata/routes.ts';
import { createMissingRoutes } from './not-available.ts';
import { createBlanks } from './nothing-here.ts';
import { createAccountRoutes } from './people/accounts.ts';
import { createClaimRoutes } from './people/claim.ts';
import { createPeopleRoutes } from './people/routes.ts';
import { createSignInRoutes } from './people/sign-ins.ts';
import { createFacetRoutes } from './referentials/routes.ts';
import { createServerRoutes } from './server/routes.ts';
import { createWebLinks } from './web-links.ts';

export function createCompat(options: CompatOptions): Surface {
  const { config, clock, services, signIns } = options;
  const deps = { ...options, seedOf: createSeeds() };
  const credentials = new Credentials(deps);
  return {
    name: 'compat',
    path: () => (config.compatApi.enabled ? `/${config.compatApi.prefix}` : undefined),
    authenticate: (request) => credentials.authenticate(request),
    greet: (viewer, request) => credentials.greet(viewer, request),
    toError: (answer, request) => toCompatError(answer, request, clock()),
    routes: [
      ...createPeopleRoutes({ ...deps, credentials }),
      ...createLibraryRoutes(deps),
      ...createLibraryWrites(deps),
      ...createFolderRoutes(services.browseFolders),
      ...createSeriesRoutes(deps),
      ...createBookRoutes(deps),
      ...createListRoutes(deps),
      ...createCompatBookRoutes(deps),
      ...createCompatEventRoutes({ ...deps, verify: (request) => credentials.authenticate(request) }),
      ...createCompatActuatorRoutes(services),
      ...createServerRoutes(deps),
      ...createAccountRoutes(deps),
      ...createClaimRoutes(deps),
      ...createFontRoutes(deps),
      ...createSignInRoutes(signIns),
      ...createListWrites(deps),
      ...createListCoverRoutes(deps),
      ...createMetadataRoutes(deps),
      ...createFacetRoutes(deps),
      ...createBlanks(),
      ...createMissingRoutes(deps),
      ...createWebLinks(),
    ],
  };
}
