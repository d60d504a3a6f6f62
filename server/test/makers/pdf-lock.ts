// Encrypts PDFs with a password as Acrobat 9 did: AES-256, revision 5 (Adobe's supplement to ISO 32000, extension level
// 3). Salts are constant, so that equal documents have equal bytes.
import { createCipheriv, createHash } from 'node:crypto';

export interface PdfLock {
  /** Encrypts a stream. */
  encrypt(bytes: Uint8Array): Buffer;
  /** The encryption dictionary in PDF syntax. */
  dictionary: string;
}

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function aes(mode: 'cbc' | 'ecb', key: Uint8Array, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv(`aes-256-${mode}`, key, mode === 'cbc' ? Buffer.alloc(16) : null);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** Encrypts streams but not strings, so strings are only supported in page contents. */
export function createPdfLock(password: string): PdfLock {
  const fileKey = sha256(Buffer.from('the key of the file'));
  const secret = Buffer.from(password, 'utf8');
  const check = Buffer.from('checking');
  const salt = Buffer.from('salting!');
  const user = Buffer.concat([sha256(secret, check), check, salt]);
  const userKey = aes('cbc', sha256(secret, salt), fileKey);
  const owner = Buffer.concat([sha256(secret, check, user), check, salt]);
  const ownerKey = aes('cbc', sha256(secret, salt, user), fileKey);
  const rights = Buffer.from([0xfc, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, ...Buffer.from('Tadbrest')]);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const keys = `/U${hex(user)}/UE${hex(userKey)}/O${hex(owner)}/OE${hex(ownerKey)}`;
  const filters = '/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF';
  return {
    encrypt(bytes) {
      const start = Buffer.from('sixteen bytes...');
      const cipher = createCipheriv('aes-256-cbc', fileKey, start);
      return Buffer.concat([start, cipher.update(bytes), cipher.final()]);
    },
    dictionary: `<</Filter/Standard/V 5/R 5/Length 256/P -4${keys}/Perms${hex(aes('ecb', fileKey, rights))}${filters}>>`,
  };
}
