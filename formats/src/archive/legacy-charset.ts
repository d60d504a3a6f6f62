// Decodes entry names of unknown charset: UTF-8, Shift_JIS or CP437 (the default of the zip standard, APPNOTE
// D.1).
import { TextDecoder } from 'node:util';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const shiftJis = new TextDecoder('shift_jis', { fatal: true });

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * Box drawing, Greek and mathematical characters. Western names do not contain them; Shift_JIS names read as
 * CP437 do.
 */
const oddInNames = /[⌐¬░-▓│-╬▀-█αΓπΣστΦΘΩδ∞φε∩≡±≥≤⌠⌡≈∙√ⁿ■]/;
const japanesePair = /[\u3005-\u3007\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]{2}/;
const japaneseTriple = /[\u3005-\u3007\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]{3}/;

/**
 * Decodes all names of unknown charset of one archive. A name that is valid UTF-8 is decoded as UTF-8,
 * because macOS and zips made on Linux do not set the flag. The other names share one charset: Shift_JIS if
 * all of them are valid in it and at least one is clearly Japanese, otherwise CP437.
 */
export function decodeLegacyNames(names: readonly Uint8Array[]): string[] {
  const decoded = names.map((name) => tryDecode(utf8, name));
  const rest = names.filter((_, i) => decoded[i] === undefined);
  const decodeRest = isShiftJis(rest) ? (name: Uint8Array) => shiftJis.decode(name) : decodeCp437;
  return names.map((name, i) => decoded[i] ?? decodeRest(name));
}

/** Returns undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return tryDecode(utf8, bytes);
}

export function decodeCp437(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : cp437.charAt(byte - 0x80);
  return text;
}

function isShiftJis(names: readonly Uint8Array[]): boolean {
  let isClear = false;
  for (const name of names) {
    const text = tryDecode(shiftJis, name);
    if (text === undefined) return false;
    isClear ||= japaneseTriple.test(text) || (japanesePair.test(text) && oddInNames.test(decodeCp437(name)));
  }
  return isClear;
}

function tryDecode(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
