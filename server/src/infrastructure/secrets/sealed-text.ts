// Encrypts text at rest with AES-256-GCM (NIST SP 800-38D). Keys are derived from the server secret, which is not in the
// database.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export class TextSafe {
  readonly #key: Uint8Array;

  /** The key has 32 bytes. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Returns base64. It can only be opened for the same `owner`. */
  seal(owner: string, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(owner));
    const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([...bytes, cipher.getAuthTag()]).toString('base64');
  }

  /** Returns undefined if the text was encrypted with another server secret. */
  open(owner: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes)) + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}
