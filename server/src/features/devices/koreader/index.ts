// KOReader's progress sync: passwords of devices and reported positions. The protocol is in protocol/.

import { koreader } from '@lectern/contract/devices/koreader';
import type { Catalog } from '#catalog/catalog.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { CredentialStore } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createKoreaderPasswords, type KoreaderPasswords } from './passwords.ts';
import { KoreaderPositions } from './positions.ts';
import { createKoreaderStore } from './store.ts';

export type { KoreaderPosition } from './positions.ts';

/** Only this response contains the password, so proxies must not cache it. */
const once = { status: 201, headers: { 'Cache-Control': 'no-store' } };

export interface Koreader {
  routes: MountedRoute[];
  positions: KoreaderPositions;
  /** Whether the user has a password with this MD5. */
  isRight: KoreaderPasswords['isRight'];
  credentials: CredentialStore;
}

interface Dependencies {
  identity: { accounts: Accounts; changes: IdentityChanges; keepSecret(name: string): Promise<string> };
  database: Database;
  catalog: Catalog;
  progress: ProgressService;
  clock: Clock;
}

export async function createKoreader(deps: Dependencies): Promise<Koreader> {
  const { identity, database, catalog, progress, clock } = deps;
  const store = createKoreaderStore(database.db);
  const secret = await identity.keepSecret('koreader');
  const passwords = createKoreaderPasswords({ ...identity, database, store, clock, secret });
  return {
    routes: implement(koreader, {
      list: ({ viewer }) => passwords.list(viewer),
      create: async ({ viewer, body: { name }, request }) =>
        answer(await passwords.create(viewer, { name, server: `${request.root()}/koreader` }), once),
      remove: ({ viewer, params }) => passwords.remove(viewer, params.id),
    }),
    positions: new KoreaderPositions(catalog, progress, store, clock),
    isRight: passwords.isRight,
    credentials: { list: (on, userId) => store.listKeys(userId, on), end: store.removeKeys },
  };
}
