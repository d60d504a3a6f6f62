// Rules of KOReader passwords: generated, returned once, easy to type on a touch screen. The device sends the MD5 of
// the password, of which a keyed hash is stored.
import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto';
import {
  type CreatedKoreaderPassword,
  type KoreaderPassword,
  maxKoreaderPasswords,
} from '@lectern/contract/devices/koreader';
import type { Accounts } from '#features/identity/users/index.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { KoreaderKeyTable } from '#schema/tables/devices/koreader.ts';
import type { KoreaderStore } from './store.ts';

interface Dependencies {
  database: Pick<Database, 'db'>;
  store: KoreaderStore;
  accounts: Accounts;
  changes: IdentityChanges;
  clock: Clock;
  /** The server's secret, shared by all its processes. */
  secret: string;
}

export type KoreaderPasswords = ReturnType<typeof createKoreaderPasswords>;

/** Excludes characters that are easily confused. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const usedEveryMs = 60_000;

export function createKoreaderPasswords({ database, store, accounts, changes, clock, secret }: Dependencies) {
  const toKeyHash = (digest: string) => createHmac('sha256', secret).update(digest).digest('hex');

  return {
    list: async ({ userId }: Viewer): Promise<KoreaderPassword[]> =>
      (await store.listKeys(userId)).map(toPassword),

    /** Throws `forbidden` for an API key, and `conflict` if the user has too many passwords. */
    async create(
      viewer: Viewer,
      { name, server }: { name: string; server: string },
    ): Promise<CreatedKoreaderPassword> {
      refuseApiKey(viewer);
      const { userId } = viewer;
      if ((await store.listKeys(userId)).length >= maxKoreaderPasswords)
        throw conflict(reason('passwords_full', { max: maxKoreaderPasswords }));
      const account = await accounts.find(userId);
      if (!account) throw notFound('user');
      const password = makePassword();
      const nowMs = clock();
      const keyHash = toKeyHash(hash('md5', password, 'hex'));
      const row = { id: newId(nowMs), userId, name, keyHash, lastUsedAt: null, createdAt: nowMs };
      await store.addKey(row);
      return { ...toPassword(row), username: account.username, password, server };
    },

    async remove({ userId }: Viewer, id: string): Promise<void> {
      if ((await store.removeKeys(database.db, userId, id)) === 0) throw notFound('password');
      changes.announce();
    },

    /** Whether the user has a password with this MD5. */
    async isRight(userId: string, digest: string): Promise<boolean> {
      const sent = Buffer.from(toKeyHash(digest), 'hex');
      let right: KoreaderKeyTable | undefined;
      for (const row of await store.listKeys(userId))
        if (timingSafeEqual(sent, Buffer.from(row.keyHash, 'hex'))) right = row;
      if (!right) return false;
      const nowMs = clock();
      if (Math.abs(nowMs - (right.lastUsedAt ?? 0)) >= usedEveryMs) await store.markUsed(right.id, nowMs);
      return true;
    },
  };
}

/** Four groups of four characters with hyphens, which are part of the password: 79 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

const toPassword = ({ id, name, lastUsedAt, createdAt }: KoreaderKeyTable): KoreaderPassword => ({
  id,
  name,
  lastUsedAt: toTimeOrNull(lastUsedAt),
  createdAt: toTime(createdAt),
});
