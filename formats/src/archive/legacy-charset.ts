// Decodes entry names of unknown charset: UTF-8, an East Asian or Cyrillic charset of Windows or DOS, or CP437 (the
// default of the zip standard, APPNOTE D.1).
import { TextDecoder } from 'node:util';
import {
  isAmbiguousUtf8,
  isClearlyWide,
  isPlausibleUtf8,
  type LegacyCharset,
  scoreNames,
} from './charset-score.ts';
import { decodeCp949 } from './cp949.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const charsets: readonly LegacyCharset[] = [
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'windows-1251',
  'ibm866',
];

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Number of names, and of bytes in total, that the detection examines. */
const sampleNames = 1000;
const sampleBytes = 64 * 1024;

/**
 * Decodes all names of unknown charset of one archive. A name that is valid and plausible UTF-8 is decoded as
 * UTF-8, because macOS and zips made on Linux do not set the flag. The other names share one charset: the most
 * plausible one in which all of them are valid.
 */
export function decodeLegacyNames(names: readonly Uint8Array[]): string[] {
  const decoded = names.map((name) => {
    const text = tryUtf8(name);
    return text !== undefined && isPlausibleUtf8(text) ? text : undefined;
  });
  const rest = names.filter((_, i) => decoded[i] === undefined);
  if (rest.length === 0) return decoded.map((text) => text ?? '');
  const charset = findCharset(rest);
  return names.map((name, i) => {
    const text = decoded[i];
    return text === undefined || (isAmbiguousUtf8(text) && charset.isClear(name))
      ? charset.decode(name)
      : text;
  });
}

/** Returns undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return tryUtf8(bytes);
}

export function decodeCp437(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : cp437.charAt(byte - 0x80);
  return text;
}

interface Charset {
  decode(name: Uint8Array): string;
  /** Whether a name is clearly text in this East Asian charset. */
  isClear(name: Uint8Array): boolean;
}

function findCharset(names: readonly Uint8Array[]): Charset {
  const sample = sampleOf(names);
  const western = sample.map((bytes) => ({ bytes, text: decodeCp437(bytes) }));
  let bestScore = scoreNames('cp437', western);
  let best: Charset = { decode: decodeCp437, isClear: () => false };
  for (const charset of charsets) {
    const toText = createDecoder(charset);
    const texts = sample.flatMap((bytes) => {
      const text = toText(bytes);
      return text === undefined ? [] : [{ bytes, text }];
    });
    const score = texts.length < sample.length ? Number.NEGATIVE_INFINITY : scoreNames(charset, texts);
    if (score <= bestScore) continue;
    bestScore = score;
    best = {
      decode: (name) => toText(name) ?? decodeCp437(name),
      isClear: (bytes) => isClearlyWide(charset, { bytes, text: toText(bytes) ?? '' }),
    };
  }
  return best;
}

function createDecoder(charset: LegacyCharset): (bytes: Uint8Array) => string | undefined {
  const decoder = new TextDecoder(charset, { fatal: true });
  return (bytes) => {
    try {
      return charset === 'euc-kr' ? decodeCp949(bytes) : decoder.decode(bytes);
    } catch {
      return undefined;
    }
  };
}

function sampleOf(names: readonly Uint8Array[]): Uint8Array[] {
  let left = sampleBytes;
  return names.slice(0, sampleNames).filter((name, i) => {
    left -= name.length;
    return i === 0 || left >= 0;
  });
}

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
