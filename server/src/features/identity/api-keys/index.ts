// API keys: keys of a user for programs that call on the user's behalf.
import type { CredentialStore } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { createApiKeyRoutes } from './routes.ts';
import { hashKey, isKey } from './secrets.ts';
import { type ApiKeyService, createApiKeyService, maxKeys } from './service.ts';
import { deleteKeysOf, listKeys } from './store.ts';
import { createKeyProver, type KeyVerification } from './verification.ts';

export type { MovedKey } from './moved.ts';
export type { ApiKeyService };

export interface ApiKeyFeatureDependencies {
  database: Database;
  changes: IdentityChanges;
  clock: Clock;
  log: Log;
}

export interface ApiKeys {
  routes: MountedRoute[];
  service: ApiKeyService;
  credentials: CredentialStore;
  /** Returns the caller of a key, or undefined for an invalid key. */
  verify(key: string): Promise<KeyVerification | undefined>;
  /** Same as `verify`, for the MD5 of the key in hexadecimal, which is all that some devices send of a password. */
  verifyDigest(digest: string): Promise<KeyVerification | undefined>;
  /** Same as `verify`, for a key that was verified before, by its id. */
  verifyById(id: string): Promise<KeyVerification | undefined>;
  /** Returns whether the text has the format of a key. */
  isKey(text: string): boolean;
  /** Waits for pending writes. */
  close(): Promise<void>;
}

export function createApiKeys({ database, changes, clock, log }: ApiKeyFeatureDependencies): ApiKeys {
  const service = createApiKeyService({ database, changes, clock });
  const prover = createKeyProver({ database, clock, log });
  return {
    routes: createApiKeyRoutes(service),
    service,
    credentials: {
      list: (on, userId) => listKeys(on, userId, { limit: maxKeys, offset: 0 }),
      end: deleteKeysOf,
    },
    isKey,
    verify: async (key) => (isKey(key) ? prover.verify(hashKey(key)) : prover.verifyMoved(key)),
    verifyDigest: (digest) => prover.verifyDigest(hashKey(digest)),
    verifyById: prover.verifyById,
    close: prover.settle,
  };
}
