// Decodes the bytes of an XML document into text for a strict parser: detects the encoding and repairs common
// errors of writers.
import { isUtf8 } from 'node:buffer';
import { findWideEncoding, isMostlyUtf8 } from './encoding.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them, and taggers copy them from the web
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const allForbidden = new RegExp(forbidden, 'g');
const reference = /&(#[0-9]{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{0,31};)?/g;

/**
 * Returns the text of a document. The encoding is that of the byte order mark, otherwise of the pattern of
 * UTF-16, otherwise the declared one if it is possible, otherwise UTF-8. Mislabeled bytes are decoded as
 * windows-1252 instead of being lost. Repairs white space before the declaration, forbidden control
 * characters, and "&" that begins no reference.
 */
export function decodeXml(bytes: Uint8Array): string {
  const text = toText(bytes).trim();
  const clean = forbidden.test(text) ? text.replace(allForbidden, '').trim() : text;
  // "&" is plain text in a CDATA section, and documents with such sections were not written by hand.
  return clean.includes('&') && !clean.includes('<![CDATA[')
    ? clean.replace(reference, repairReference)
    : clean;
}

function toText(bytes: Uint8Array): string {
  const wide = findWideEncoding(bytes);
  return wide ? decodeAs(wide, bytes) : fromDeclared(bytes, declaredEncoding(bytes));
}

/** Returns the encoding of the XML declaration in lower case, or "". */
function declaredEncoding(bytes: Uint8Array): string {
  let head = '';
  for (const byte of bytes.subarray(0, 200)) head += String.fromCharCode(byte);
  return (
    /^[^<]*<\?xml[^>]{0,100}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/.exec(head)?.[1]?.toLowerCase() ?? ''
  );
}

function fromDeclared(bytes: Uint8Array, declared: string): string {
  // Writers often declare single-byte encodings for UTF-8, and text in them is almost never valid UTF-8. A
  // declaration of UTF-16 is false here, because the declaration was readable as single bytes.
  const singleByte =
    /^(?:|utf-?(?:8|16).*|us-ascii|ascii|latin1|iso-?8859-.*|windows-125\d|cp\d+|ibm\d+|koi8-.*|mac.*)$/.test(
      declared,
    );
  if (!singleByte) return isWideUtf8(bytes) ? utf8.decode(bytes) : decodeAs(declared, bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return declared === '' || declared.startsWith('utf') ? mislabelled(bytes) : decodeAs(declared, bytes);
  }
}

/** Whether text that declares an East Asian encoding is UTF-8: valid, with characters of three bytes. */
function isWideUtf8(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && bytes.some((byte) => byte >= 0xe0);
}

/** Decodes text that is not valid UTF-8: as UTF-8 with a few broken bytes, or as windows-1252. */
function mislabelled(bytes: Uint8Array): string {
  const lossy = new TextDecoder('utf-8').decode(bytes);
  return isMostlyUtf8(lossy) ? lossy : decodeAs('windows-1252', bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return mislabelled(bytes);
  }
}

function repairReference(whole: string, body: string | undefined): string {
  if (body === undefined) return '&amp;';
  if (!body.startsWith('#')) return whole;
  const hex = body[1] === 'x' || body[1] === 'X';
  const code = Number.parseInt(body.slice(hex ? 2 : 1), hex ? 16 : 10);
  return isXmlCharacter(code) ? whole : '';
}

/** XML 1.0, production Char. */
export function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
