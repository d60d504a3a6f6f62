// Plugin credentials, encrypted at rest.
import { toRecord } from '@lectern/contract/records';
import { TextSafe } from '#infrastructure/secrets/sealed-text.ts';

export type Credentials = Readonly<Record<string, string>>;

export class CredentialSafe {
  readonly #safe: TextSafe;

  constructor(key: Uint8Array) {
    this.#safe = new TextSafe(key);
  }

  /** Returns null without credentials. The result can only be opened for the same `owner`. */
  seal(owner: string, credentials: Credentials): string | null {
    if (Object.keys(credentials).length === 0) return null;
    return this.#safe.seal(owner, JSON.stringify(credentials));
  }

  /** Returns no credentials if they were encrypted with another server secret; users must enter them again. */
  open(owner: string, sealed: string | null): Credentials {
    const text = sealed === null ? undefined : this.#safe.open(owner, sealed);
    if (text === undefined) return {};
    const entries = Object.entries(toRecord(JSON.parse(text)));
    return Object.fromEntries(
      entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  }
}

/** Applies the changed credentials. Null removes one. */
export function changeCredentials(
  before: Credentials,
  change: Readonly<Record<string, string | null>>,
): Credentials {
  const after = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(change)) {
    if (value === null || value === '') after.delete(key);
    else after.set(key, value);
  }
  return Object.fromEntries(after);
}
