// Other protocols, on the same catalog and services.
import type { SignIns } from '#features/identity/activity/index.ts';
import type { ApiKeyService } from '#features/identity/api-keys/index.ts';
import type { Auth } from '#features/identity/auth/index.ts';
import type { RestrictionService, UserService } from '#features/identity/users/index.ts';
import type { Events } from '#features/system/events/index.ts';
import type { TaskService } from '#features/system/tasks/index.ts';
import type { Surface } from '#infrastructure/http/routes/surface.ts';
import { createCompat } from '#surfaces/compat/index.ts';
import { createOpds } from '#surfaces/opds/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LibraryServices } from './library.ts';

interface Dependencies {
  infrastructure: Infrastructure;
  auth: Auth;
  services: LibraryServices;
  events: Events;
  tasks: TaskService;
  accounts: { users: UserService; restrictions: RestrictionService; apiKeys: ApiKeyService };
  signIns: SignIns;
  /** How often the events of the compatibility API report the task queue. */
  statusMs?: number | undefined;
}

export function createSurfaces(deps: Dependencies): Surface[] {
  const { infrastructure, auth, services, events, tasks, accounts, signIns, statusMs } = deps;
  const { config, catalog, clock } = infrastructure;
  return [
    createOpds({ config, catalog, auth, services }),
    createCompat({
      config,
      catalog,
      clock,
      auth,
      services,
      events,
      tasks,
      accounts,
      signIns,
      statusMs,
    }),
  ];
}
