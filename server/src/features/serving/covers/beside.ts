// Covers from pictures next to books and in the folders of series. They are stored like provider covers, and come before
// those.
import { system } from '#infrastructure/access/viewer.ts';
import type { CoverDependencies } from './dependencies.ts';
import { addProvided, dropProvided, readState } from './provided.ts';
import * as store from './store.ts';
import { besideProvider, type EntityType } from './store.ts';

/** Replaces the adopted cover of an entity, and selects it unless a user has selected another cover. */
export async function adoptBeside(
  deps: CoverDependencies,
  type: EntityType,
  { id, name, stamp, bytes }: { id: string; name: string; stamp: string; bytes: Uint8Array },
): Promise<void> {
  const { isByPerson } = await readState(deps, type, system, id);
  const rows = await store.list(deps.database.db, type, id);
  const former = rows.filter(({ provider }) => provider === besideProvider);
  const from = { provider: besideProvider, providerName: name, url: store.toBesideUrl(stamp, bytes) };
  const same = former.find(({ url }) => store.isSameBeside(url, from.url));
  if (same) return store.setSource(deps.database.db, same.id, from);
  await addProvided(deps, type, system, { id, bytes, from, isShown: !isByPerson });
  for (const { id: coverId } of former) await dropProvided(deps, type, { id, coverId });
}
