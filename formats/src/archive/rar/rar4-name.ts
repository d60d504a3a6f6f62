// Decodes the compact Unicode names of RAR 3 and 4: the name in the packer's charset, a zero byte, and codes
// that derive each Unicode character from it.
import { u16le } from '../../bytes.ts';
import { decodeLegacyNames } from '../legacy-charset.ts';

/** Runs are limited to this length, which bounds the output of a hostile field. */
const maxNameLength = 0xffff;

/**
 * Decodes a name field whose header has the Unicode flag. A field without data after the zero byte is UTF-8.
 */
export function decodeRar4Name(field: Uint8Array): string {
  const zero = field.indexOf(0);
  const plain = zero < 0 ? field : field.subarray(0, zero);
  const text = zero < 0 ? '' : decodeCompact(plain, field.subarray(zero + 1));
  return text || (decodeLegacyNames([plain])[0] ?? '');
}

/**
 * The first byte of `encoded` is the high byte that codes 1 and 3 share. Codes are pairs of bits, four per
 * byte: 0 one byte as a character, 1 one byte with the shared high byte, 2 two bytes, 3 a run from `plain`.
 */
function decodeCompact(plain: Uint8Array, encoded: Uint8Array): string {
  const high = (encoded[0] ?? 0) << 8;
  const units: number[] = [];
  let at = 1;
  let codes = 0;
  let bits = 0;
  while (at < encoded.length && units.length < maxNameLength) {
    if (bits === 0) {
      codes = encoded[at] ?? 0;
      at++;
      bits = 8;
    }
    bits -= 2;
    const code = (codes >> bits) & 0x3;
    if (at >= encoded.length) break;
    if (code === 2) {
      units.push(u16le(encoded, at));
      at += 2;
    } else if (code === 3) {
      at = takeRun({ plain, encoded, at, high, units });
    } else {
      units.push((encoded[at] ?? 0) | (code === 1 ? high : 0));
      at++;
    }
  }
  return toText(units);
}

interface Run {
  plain: Uint8Array;
  encoded: Uint8Array;
  at: number;
  high: number;
  units: number[];
}

/**
 * Copies a run of bytes of the plain name, either unchanged or shifted by a correction and with the shared
 * high byte.
 */
function takeRun({ plain, encoded, at, high, units }: Run): number {
  const length = encoded[at] ?? 0;
  const isCorrected = (length & 0x80) !== 0;
  const correction = isCorrected ? (encoded[at + 1] ?? 0) : 0;
  for (let left = (length & 0x7f) + 2; left > 0 && units.length < plain.length; left--) {
    const byte = plain[units.length] ?? 0;
    units.push(isCorrected ? ((byte + correction) & 0xff) | high : byte);
  }
  return at + (isCorrected ? 2 : 1);
}

function toText(units: readonly number[]): string {
  let text = '';
  for (const unit of units) text += String.fromCharCode(unit);
  return text;
}
