// Devices that sync over protocols of their own: their features and their surfaces.
import { createKoreader } from '#features/koreader/index.ts';
import type { MountedRoute } from '#kernel/http/implement.ts';
import type { Surface } from '#kernel/http/surface.ts';
import { createKoreaderSurface } from '#surfaces/koreader/index.ts';
import type { Ground } from './ground.ts';
import type { Identity } from './identity.ts';
import type { LibraryServices } from './library.ts';

interface Parts {
  ground: Ground;
  identity: Identity;
  services: LibraryServices;
}

export interface Devices {
  routes: MountedRoute[];
  surfaces: Surface[];
}

export async function createDevices({ ground, identity, services }: Parts): Promise<Devices> {
  const { config, database, catalog, clock } = ground;
  const { auth, accounts, changes } = identity;
  const { progress } = services;
  const koreader = await createKoreader({
    identity: { accounts, changes, keepSecret: auth.keepSecret },
    database,
    catalog,
    progress,
    clock,
  });
  return {
    routes: koreader.routes,
    surfaces: [
      createKoreaderSurface({
        koreader,
        proveDigest: auth.proveDigest,
        isEnabled: () => config.koreader.enabled,
      }),
    ],
  };
}
