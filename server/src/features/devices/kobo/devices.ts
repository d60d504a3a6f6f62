// Rules of a user's Kobo devices: tokens that are returned once, and the books each device should have.
import {
  type CreatedKoboDevice,
  type CreateKoboDevice,
  type KoboDevice,
  type KoboScope,
  maxKoboDevices,
} from '@lectern/contract/devices/kobo';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, invalid, notFound, reason, toIssue } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import { createSecret, hashSecret } from '#infrastructure/secrets/random-secrets.ts';
import type { KoboDeviceTable } from '#schema/tables/devices/kobo.ts';
import type { KoboDeviceStore } from './device-store.ts';
import * as ledger from './ledger-store.ts';
import type { KoboScopes } from './scopes.ts';

interface Dependencies {
  database: Database;
  store: KoboDeviceStore;
  scopes: KoboScopes;
  changes: IdentityChanges;
  clock: Clock;
}

export type KoboDevices = ReturnType<typeof createKoboDevices>;

/** Format of tokens. Other texts in a URL are not looked up. */
const tokenForm = /^[\w-]{43}$/;

export function createKoboDevices({ database, store, scopes, changes, clock }: Dependencies) {
  return {
    list: async ({ userId }: Viewer): Promise<KoboDevice[]> => (await store.list(userId)).map(toDevice),

    /**
     * Throws `forbidden` for an API key, and `conflict` if the user has too many devices. `root` is the URL at which
     * clients reach the server.
     */
    async create(
      viewer: Viewer,
      { name, scope }: CreateKoboDevice,
      root: string,
    ): Promise<CreatedKoboDevice> {
      refuseApiKey(viewer);
      const { userId } = viewer;
      if ((await store.list(userId)).length >= maxKoboDevices)
        throw conflict(reason('devices_full', { max: maxKoboDevices }));
      const scopeId = 'id' in scope ? scope.id : null;
      const row = { scopeKind: scope.kind, scopeId };
      if (!(await scopes.exists(viewer, row)))
        throw invalid(toIssue('body.scope.id', reason('no_such_list')));
      const token = createSecret();
      const nowMs = clock();
      const made: KoboDeviceTable = {
        id: newId(nowMs),
        userId,
        name,
        tokenHash: hashSecret(token),
        ...row,
        acknowledged: 0,
        planned: 0,
        syncedAt: null,
        createdAt: nowMs,
      };
      await store.add(made);
      return { ...toDevice({ ...made, bookCount: 0 }), token, apiEndpoint: `${root}/kobo/${token}` };
    },

    async remove({ userId }: Viewer, id: string): Promise<void> {
      if ((await store.remove(database.db, userId, id)) === 0) throw notFound('device');
      changes.announce();
    },

    async resync({ userId }: Viewer, id: string): Promise<void> {
      const device = await store.find(database.db, id);
      if (device?.userId !== userId) throw notFound('device');
      await database.transaction(async (tx) => {
        await database.dialect.lock(tx, `kobo ${id}`);
        await ledger.forget(tx, id, { keepArchived: false });
        // Invalidates every sync token that the device may have.
        const { planned = 0 } = (await store.find(tx, id)) ?? {};
        await store.update(tx, id, { acknowledged: planned + 1, planned: planned + 1 });
      });
    },

    /** Undefined for an unknown token. */
    find: async (token: string): Promise<KoboDeviceTable | undefined> =>
      tokenForm.test(token) ? store.findByHash(hashSecret(token)) : undefined,
  };
}

function toScope({ scopeKind, scopeId }: Pick<KoboDeviceTable, 'scopeKind' | 'scopeId'>): KoboScope {
  const isList = scopeKind === 'collection' || scopeKind === 'readList' || scopeKind === 'preset';
  return isList && scopeId !== null ? { kind: scopeKind, id: scopeId } : { kind: 'everything' };
}

const toDevice = (row: KoboDeviceTable & { bookCount: number }): KoboDevice => ({
  id: row.id,
  name: row.name,
  scope: toScope(row),
  bookCount: Number(row.bookCount),
  lastSyncedAt: toTimeOrNull(row.syncedAt),
  createdAt: toTime(row.createdAt),
});
