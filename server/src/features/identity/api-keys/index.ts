// API keys: keys of a user for programs that call on the user's behalf.

import { apiKeys } from '@lectern/contract/identity/api-keys';
import type { CredentialStore } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { hashKey, isKey } from './secrets.ts';
import { type ApiKeyService, createApiKeyService, maxKeys } from './service.ts';
import { deleteKeysOf, listKeys } from './store.ts';
import { KeyProver, type KeyVerification } from './verification.ts';

export type { MovedKey } from './moved.ts';
export type { ApiKeyService };

/** Only this response contains the secret, so no proxy may cache it. */
const once = { status: 201, headers: { 'Cache-Control': 'no-store' } };

export class ApiKeys {
  readonly service: ApiKeyService;
  readonly #prover: KeyProver;
  readonly routes: MountedRoute[];
  readonly credentials: CredentialStore = {
    list: (on, userId) => listKeys(on, userId, { limit: maxKeys, offset: 0 }),
    end: deleteKeysOf,
  };

  constructor(database: Database, changes: IdentityChanges, clock: Clock, log: Log) {
    this.service = createApiKeyService(database, changes, clock);
    this.#prover = new KeyProver(database, clock, log);
    this.routes = implement(apiKeys, {
      list: ({ viewer, query, request }) => this.service.list(viewer, query, request.url),
      create: async ({ viewer, body }) => answer(await this.service.create(viewer, body), once),
      get: ({ viewer, params }) => this.service.get(viewer, params.id),
      update: ({ viewer, params, body }) => this.service.update(viewer, params.id, body),
      remove: ({ viewer, params }) => this.service.remove(viewer, params.id),
    });
  }

  /** Returns the caller of a key, or undefined for an invalid key. */
  async verify(key: string): Promise<KeyVerification | undefined> {
    return isKey(key) ? this.#prover.verify(hashKey(key)) : this.#prover.verifyMoved(key);
  }

  /** Same as `verify`, for the MD5 of the key in hexadecimal, which is all that some devices send of a password. */
  verifyDigest(digest: string): Promise<KeyVerification | undefined> {
    return this.#prover.verifyDigest(hashKey(digest));
  }

  /** Same as `verify`, for a key that was verified before, by its id. */
  verifyById(id: string): Promise<KeyVerification | undefined> {
    return this.#prover.verifyById(id);
  }

  /** Returns whether the text has the format of a key. */
  isKey(text: string): boolean {
    return isKey(text);
  }

  /** Waits for pending writes. */
  close(): Promise<void> {
    return this.#prover.settle();
  }
}
