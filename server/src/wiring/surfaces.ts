// The other protocols, over the same catalog and services.
import type { Auth } from '#features/auth/index.ts';
import type { Surface } from '#kernel/http/surface.ts';
import type { Ground } from './ground.ts';
import type { LibraryServices } from './library.ts';

interface Parts {
  ground: Ground;
  auth: Auth;
  services: LibraryServices;
}

export function createSurfaces(_parts: Parts): Surface[] {
  return [];
}
