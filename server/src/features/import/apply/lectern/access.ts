// Imports sign-in methods other than passwords: API keys (hashes) and identities at sign-in providers. Only for
// accounts created by this import, so that existing accounts get no new credentials.
import { permissions } from '@lectern/contract/values';
import { restoreIdentity } from '#features/identity/oidc/index.ts';
import {
  because,
  findRefusal,
  type LocalIds,
  type Outcome,
  type OwnRecords,
  toOutcome,
} from '#features/import/snapshot/index.ts';
import { reason } from '#infrastructure/errors.ts';
import type { LecternImportServices } from './dependencies.ts';
import { listOwnUsers, personalRecords } from './files.ts';

export interface KnownAndMade extends LocalIds {
  /** Accounts created by this import, by source id. */
  made: ReadonlyMap<string, string>;
}

export async function importSignInMethods(
  { apiKeys, database }: Pick<LecternImportServices, 'apiKeys' | 'database'>,
  own: OwnRecords,
  known: KnownAndMade,
): Promise<Outcome> {
  const outcome = toOutcome('API keys and sign-in identities');
  const count = (isNew: boolean) => {
    if (isNew) outcome.taken++;
    else outcome.known++;
  };
  const made = new Set(known.made.values());
  for (const { viewer, read } of listOwnUsers(own, known))
    for await (const key of read('api-keys', personalRecords['api-keys'])) {
      if (!made.has(viewer.userId)) {
        outcome.known++;
        continue;
      }
      const restored = {
        ...key,
        permissions: key.permissions && permissions.filter((one) => key.permissions?.includes(one)),
        expiresAt: key.expiresAt === null ? null : Date.parse(key.expiresAt),
        createdAt: Date.parse(key.createdAt),
      };
      const refusal = await findRefusal(async () => count(await apiKeys.restore(viewer, restored)));
      if (refusal !== undefined)
        outcome.notes.push(because(refusal, (why) => reason('import_note_key', { key: key.name, why })));
    }
  for (const { id, identities, createdAt } of own.users) {
    const userId = known.made.get(id);
    if (userId === undefined) {
      outcome.known += known.users.has(id) ? identities.length : 0;
      continue;
    }
    for (const identity of identities)
      count(await restoreIdentity(database.db, { ...identity, userId, createdAt: Date.parse(createdAt) }));
  }
  return outcome;
}
