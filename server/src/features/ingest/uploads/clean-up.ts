// Deletes expired uploads, completes interrupted publications, and deletes files without a row.
import { rm, stat } from 'node:fs/promises';
import { system } from '#infrastructure/access/viewer.ts';
import { toNativeName } from '#infrastructure/files/names.ts';
import { listNames } from '#infrastructure/files/writing/moving.ts';
import { isId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { uploadFolder } from '../discovery/index.ts';
import { hourMs } from './creating.ts';
import { getRoot, type StoreDependencies } from './data-store.ts';
import { publish } from './publishing.ts';
import { removePart } from './receiving.ts';
import * as store from './store.ts';
import type { Root } from './targets.ts';

/** The row of a new upload may be missing in a list that was read before. */
const youngMs = hourMs;

export function createCleanUp(deps: StoreDependencies & { log: Log }): () => Promise<void> {
  const { database, catalog, libraries, folders, leases, clock, log } = deps;

  async function expire(): Promise<void> {
    for (const row of await store.listExpired(database.db, clock())) {
      await leases.hold(row.id, async () => {
        const path = row.state === 'receiving' ? await libraries.findRootPath(row.rootId) : undefined;
        if (path !== undefined) await removePart(deps, { id: row.rootId, path }, row.id).catch(() => {});
        await store.remove(database.db, row.id);
      });
    }
  }

  async function finish(): Promise<void> {
    for (const row of await store.listWhole(database.db, clock())) {
      await leases
        .hold(row.id, async (lease) => publish(deps, { row, root: await getRoot(deps, row), lease }))
        .catch((err: unknown) => log.warn({ err, upload: row.id }, 'failed to publish an upload'));
    }
  }

  async function sweep(root: Root): Promise<void> {
    const located = await folders.locateWithoutLinks(root.path, [uploadFolder]).catch(() => undefined);
    if (!located || located.missing.length > 0) return;
    const folder = located.path;
    const names = await listNames(folder).catch(() => []);
    if (names.length === 0) return;
    const known = new Set(await store.listIds(database.db, root.id));
    for (const name of names) {
      const id = name.replace(/\.part$/, '');
      if (!name.endsWith('.part') || !isId(id) || known.has(id)) continue;
      const facts = await stat(toNativeName(`${folder}/${name}`)).catch(() => undefined);
      if (facts?.isFile() && Date.now() - facts.mtimeMs > youngMs)
        await rm(toNativeName(`${folder}/${name}`), { force: true });
    }
  }

  return async () => {
    await expire();
    await finish();
    for (const id of await catalog.libraries.visibleIds(system)) {
      const library = await catalog.libraries.find(system, id);
      for (const root of library?.roots ?? []) await sweep(root);
    }
  };
}
