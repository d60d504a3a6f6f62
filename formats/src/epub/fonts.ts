// Restores obfuscated fonts. Obfuscation is not protection: the key is in the package.
import { createHash } from 'node:crypto';
import type { FontObfuscation } from './encryption.ts';

const idpfLength = 1040;
const adobeLength = 1024;

/**
 * Returns the restored font as a new array. `identifier` is the package's unique identifier (`idpf`: OCF 3,
 * resource obfuscation) or its UUID (`adobe`). Returns the font unchanged if the key cannot be computed.
 */
export function deobfuscateFont(
  bytes: Uint8Array,
  algorithm: FontObfuscation,
  identifier: string,
): Uint8Array {
  const key = algorithm === 'idpf' ? toIdpfKey(identifier) : toAdobeKey(identifier);
  const clear = bytes.slice();
  if (key === undefined) return clear;
  const length = Math.min(clear.length, algorithm === 'idpf' ? idpfLength : adobeLength);
  for (let i = 0; i < length; i += 1) clear[i] = (clear[i] ?? 0) ^ (key[i % key.length] ?? 0);
  return clear;
}

/** SHA-1 of the identifier without white space. */
function toIdpfKey(identifier: string): Uint8Array {
  return createHash('sha1')
    .update(identifier.replace(/[ \t\r\n]/g, ''), 'utf8')
    .digest();
}

/** The 16 bytes of the UUID. */
function toAdobeKey(identifier: string): Uint8Array | undefined {
  const hex = identifier.replace(/^urn:uuid:/i, '').replaceAll('-', '');
  return /^[0-9a-f]{32}$/i.test(hex) ? Buffer.from(hex, 'hex') : undefined;
}

/** Whether Adobe's key can be computed from an identifier. */
export function isAdobeIdentifier(identifier: string): boolean {
  return toAdobeKey(identifier) !== undefined;
}
