// Parses JSON bodies: valid UTF-8, bounded depth, no prototype pollution. An empty body counts as missing.
import { isUtf8 } from 'node:buffer';
import { Problem, reason } from '#infrastructure/errors.ts';

const maxDepth = 64;

/**
 * Throws `invalid_json` if the bytes are not UTF-8 or not JSON, are nested too deeply, contain the key `__proto__`, or
 * contain NUL, which databases do not store in text. `fullTextSearch` with NUL is an empty search.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem('invalid_json', 'The body is not valid UTF-8');
  // Some programs send a byte order mark (RFC 8259 §8.1 allows ignoring it).
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (text.trim() === '') return undefined;
  if (isTooDeep(text))
    throw new Problem('invalid_json', `The JSON is nested more than ${maxDepth} levels deep`);
  try {
    // A reviver makes parsing several times slower, so it is only used if the text contains an escape or the name
    // itself.
    return JSON.parse(text, /\\u00|__proto__/.test(text) ? refuseTricks : undefined);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('invalid_json', 'The body is not valid JSON', { cause });
  }
}

function refuseTricks(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Problem('invalid_json', 'The key __proto__ is not allowed');
  // A search is not stored, and no title contains this character, so it matches nothing.
  if (key === 'fullTextSearch' && typeof value === 'string' && value.includes('\0')) return '';
  if (key.includes('\0') || (typeof value === 'string' && value.includes('\0')))
    throw new Problem('invalid_json', reason('no_nul').message);
  return value;
}

/** Counts brackets outside strings. Schemas are recursive, so the depth is limited before they validate. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 91 || c === 123) {
      if (++depth > maxDepth) return true;
    } else if (c === 93 || c === 125) depth--;
  }
  return false;
}
