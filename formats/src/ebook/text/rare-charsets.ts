// Detects charsets that the general detection does not know: UTF-16 without a byte order mark, ISO-2022, and the
// Cyrillic charsets of DOS and classic Mac OS.

/** Spaces and line breaks of UTF-16 contain a byte 0, at odd offsets if the low byte is first. */
export function findUnmarkedUtf16(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  let even = 0;
  let odd = 0;
  for (let i = sample.indexOf(0); i >= 0; i = sample.indexOf(0, i + 1)) {
    if (i % 2 === 0) even += 1;
    else odd += 1;
  }
  // One sign in fifty is a space or a line break in every script that is written with them.
  if (even + odd < Math.max(3, sample.length / 100)) return undefined;
  if (even * 20 < odd) return 'utf-16le';
  return odd * 20 < even ? 'utf-16be' : undefined;
}

const escapeByte = 0x1b;
const shiftOut = 0x0e;
const shiftIn = 0x0f;

/** Decodes ISO-2022-JP, -KR and -CN, which are ASCII with escape sequences. Returns undefined for other text. */
export function decodeIso2022(bytes: Uint8Array): string | undefined {
  if (!bytes.includes(escapeByte)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of ISO-2022
  const [sequence] = /\x1b(?:\$[@B]|\([JI]|\$\)[AC])/.exec(text.toString('latin1')) ?? [];
  if (sequence === undefined) return undefined;
  if (!sequence.startsWith('\x1b$)')) return new TextDecoder('iso-2022-jp').decode(bytes);
  const shifted = toEightBits(text);
  return new TextDecoder(sequence.endsWith('C') ? 'euc-kr' : 'gbk').decode(shifted);
}

/** Converts shifted characters to the 8-bit form of the same charset, and removes the control sequences. */
function toEightBits(bytes: Buffer): Buffer {
  const out = Buffer.alloc(bytes.length);
  let length = 0;
  let isShifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === escapeByte && bytes[i + 1] === 0x24) i += 3;
    else if (byte === shiftOut || byte === shiftIn) isShifted = byte === shiftOut;
    else out[length++] = isShifted && byte > 0x20 ? byte | 0x80 : byte;
  }
  return out.subarray(0, length);
}

/** The upper half of IBM855, which TextDecoder does not support. */
const ibm855 =
  'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0';
const cyrillicCharsets = [
  'windows-1251',
  'koi8-r',
  'ibm866',
  'x-mac-cyrillic',
  'iso-8859-5',
  'ibm855',
] as const;
type CyrillicCharset = (typeof cyrillicCharsets)[number];
const sampleLength = 16_384;

/** Decodes text of mostly Cyrillic letters. Returns undefined for other text. `guessed` wins if it is as plausible. */
export function decodeCyrillic(bytes: Uint8Array, guessed: string | undefined): string | undefined {
  const sample = bytes.subarray(0, sampleLength);
  const scores = cyrillicCharsets.map((charset) => {
    const bonus = charset === guessed?.toLowerCase() ? 0.02 : 0;
    return { charset, score: score(decode(charset, sample)) + bonus };
  });
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score < minScore ? undefined : decode(best.charset, bytes);
}

const minScore = 0.6;

function decode(charset: CyrillicCharset, bytes: Uint8Array): string {
  if (charset !== 'ibm855') return new TextDecoder(charset).decode(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(/[\u0080-\u00ff]/g, (sign) => ibm855[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** Returns the share of signs beyond ASCII that are frequent small letters or fit into their word, from below 0 to 1. */
function score(text: string): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i] ?? '';
    if (sign < '\u0080') continue;
    count += 1;
    // A Western letter is in a word of ASCII letters.
    const isWestern = /[A-Za-z]/.test((text[i - 1] ?? '') + (text[i + 1] ?? ''));
    const isAfterSmall = /[а-яё]/.test(text[i - 1] ?? '');
    if (isWestern) sum -= 1;
    else if (/[оеаинтсрвлкмдпу]/.test(sign)) sum += 1;
    else if (/[а-яё]/.test(sign)) sum += 0.6;
    else if (/[А-ЯЁ]/.test(sign)) sum += isAfterSmall ? -1 : 0.4;
    else if (!/[№«»—–…“”„’\u00a0]/.test(sign)) sum -= 1;
  }
  return count < minSigns ? 0 : sum / count;
}

const minSigns = 20;
