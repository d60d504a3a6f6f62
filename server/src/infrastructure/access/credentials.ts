// The credentials of an account for programs and devices: API keys, passwords and tokens of e-readers. Each kind
// belongs to its own feature; they are listed and revoked together here.
import type { Db } from '#infrastructure/database/dialect.ts';

interface CredentialRow {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface CredentialStore {
  list(on: Db, userId: string): Promise<CredentialRow[]>;
  /** Revokes one credential of the user, or all without an id. Returns their number. Does not announce the change. */
  end(on: Db, userId: string, id?: string): Promise<number>;
}

export interface Credentials<Kind extends string> {
  /** Called once per kind before the first request. */
  add(kind: Kind, store: CredentialStore): void;
  list(on: Db, userId: string): Promise<(CredentialRow & { kind: Kind })[]>;
  end(on: Db, userId: string, id: string): Promise<boolean>;
  endAll(on: Db, userId: string): Promise<void>;
}

export function createCredentials<Kind extends string>(): Credentials<Kind> {
  const stores = new Map<Kind, CredentialStore>();
  return {
    add: (kind, store) => void stores.set(kind, store),
    async list(on, userId) {
      const found: (CredentialRow & { kind: Kind })[] = [];
      for (const [kind, store] of stores)
        found.push(...(await store.list(on, userId)).map((row) => ({ ...row, kind })));
      return found;
    },
    async end(on, userId, id) {
      for (const store of stores.values()) if ((await store.end(on, userId, id)) > 0) return true;
      return false;
    },
    async endAll(on, userId) {
      for (const store of stores.values()) await store.end(on, userId);
    },
  };
}
