// Encrypts plugin credentials at rest with AES-256-GCM (NIST SP 800-38D). The key is derived from the server secret,
// which is not in the database.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { toRecord } from '@lectern/contract/records';

export type Credentials = Readonly<Record<string, string>>;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export class CredentialSafe {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Returns null without credentials. The result can only be opened for the same `owner`. */
  seal(owner: string, credentials: Credentials): string | null {
    if (Object.keys(credentials).length === 0) return null;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(owner));
    const bytes = [nonce, cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()];
    return Buffer.concat([...bytes, cipher.getAuthTag()]).toString('base64');
  }

  /** Returns no credentials if they were encrypted with another server secret; users must enter them again. */
  open(owner: string, sealed: string | null): Credentials {
    if (sealed === null) return {};
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes)) + decipher.final('utf8');
      const entries = Object.entries(toRecord(JSON.parse(text)));
      return Object.fromEntries(
        entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      );
    } catch {
      return {};
    }
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
