// Devices that sync by protocols of their own.

import { Kobo } from '#features/devices/kobo/index.ts';
import { createKoboSurface } from '#features/devices/kobo/protocol/index.ts';
import { createKoreader } from '#features/devices/koreader/index.ts';
import { createKoreaderSurface } from '#features/devices/koreader/protocol/index.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Surface } from '#infrastructure/http/routes/surface.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LibraryServices } from './library.ts';

export interface Devices {
  routes: MountedRoute[];
  surfaces: Surface[];
}

export async function createDevices(
  infrastructure: Infrastructure,
  identity: Identity,
  services: LibraryServices,
): Promise<Devices> {
  const { config, database, catalog, clock } = infrastructure;
  const { auth, accounts, changes } = identity;
  const { progress, lists, presets } = services;
  const koreader = await createKoreader({
    identity: { accounts, changes, keepSecret: auth.keepSecret },
    database,
    catalog,
    progress,
    clock,
  });
  const kobo = new Kobo({ database, catalog, progress, lists, presets, changes, clock });
  identity.credentials.add('koreader', koreader.credentials);
  identity.credentials.add('kobo', kobo.credentials);
  return {
    routes: [...koreader.routes, ...kobo.routes],
    surfaces: [
      createKoboSurface({
        kobo,
        catalog,
        verifyToken: auth.verifyToken,
        services: { ...services, metadata: services.books.metadata },
        isEnabled: () => config.kobo.enabled,
        clock,
      }),
      createKoreaderSurface(koreader, auth.verifyDigest, () => config.koreader.enabled),
    ],
  };
}
