// Reads JSON bodies: bounded depth, no prototype tricks, an empty body is no body.
import { Problem } from '#kernel/errors.ts';

const maxDepth = 64;

/** Throws `invalid_json` when the text is no JSON, is nested too deeply, or names `__proto__`. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (isTooDeep(text))
    throw new Problem('invalid_json', `The JSON is nested more than ${maxDepth} levels deep`);
  try {
    return JSON.parse(text, refusePrototype);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('invalid_json', 'The body is not valid JSON', { cause });
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Problem('invalid_json', 'The key __proto__ is not allowed');
  return value;
}

/** Counts brackets outside strings: schemas walk values recursively, so depth is bounded before they see any. */
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
