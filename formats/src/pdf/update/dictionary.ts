// Reads the top level of a raw dictionary (ISO 32000-1, 7.3): keys with the text of their values. One character is one byte.

interface Dictionary {
  values: ReadonlyMap<string, string>;
  /** Offset after its `>>`. */
  end: number;
}

const isSpace = (sign: string | undefined): boolean => sign !== undefined && /[\0\t\n\f\r ]/.test(sign);
const maxKeys = 1_000;

/** Returns undefined if no complete dictionary begins at `at`. Skips space and comments. */
export function readDictionary(text: string, at: number): Dictionary | undefined {
  let place = skipSpace(text, at);
  if (!text.startsWith('<<', place)) return undefined;
  place = skipSpace(text, place + 2);
  const values = new Map<string, string>();
  while (!text.startsWith('>>', place)) {
    if (text[place] !== '/' || values.size >= maxKeys) return undefined;
    const key = readName(text, place);
    const start = skipSpace(text, key.end);
    const end = skipValue(text, start, 0);
    if (end === undefined) return undefined;
    values.set(key.name, text.slice(start, end).trim());
    place = skipSpace(text, end);
  }
  return { values, end: place + 2 };
}

/** Parses number and generation of `12 0 R`. */
export function toReference(value: string | undefined): { number: number; generation: number } | undefined {
  const found = /^(\d{1,10})\s+(\d{1,5})\s+R$/.exec(value ?? '');
  return found ? { number: Number(found[1]), generation: Number(found[2]) } : undefined;
}

function skipSpace(text: string, at: number): number {
  let place = at;
  for (;;) {
    while (isSpace(text[place])) place++;
    if (text[place] !== '%') return place;
    while (place < text.length && text[place] !== '\n' && text[place] !== '\r') place++;
  }
}

function readName(text: string, at: number): { name: string; end: number } {
  const end = skipRegular(text, at + 1);
  return { name: text.slice(at + 1, end), end };
}

function skipRegular(text: string, at: number): number {
  let end = at;
  while (end < text.length && !/[\0\t\n\f\r ()<>[\]{}/%]/.test(text[end] ?? '')) end++;
  return end;
}

const maxDepth = 20;

/** Returns the offset after a value or reference, or undefined for an unterminated value. */
function skipValue(text: string, at: number, depth: number): number | undefined {
  const sign = text[at];
  if (sign === undefined || depth > maxDepth) return undefined;
  if (text.startsWith('<<', at)) return skipUntil(text, at + 2, { close: '>>', depth });
  if (sign === '[') return skipUntil(text, at + 1, { close: ']', depth });
  if (sign === '<') {
    const end = text.indexOf('>', at);
    return end < 0 ? undefined : end + 1;
  }
  if (sign === '(') return skipString(text, at);
  if (sign === '/') return skipRegular(text, at + 1);
  const reference = /^\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(
    text.slice(at, at + 40),
  );
  if (reference) return at + reference[0].length;
  const end = skipRegular(text, at);
  return end === at ? undefined : end;
}

function skipUntil(
  text: string,
  at: number,
  { close, depth }: { close: string; depth: number },
): number | undefined {
  let place = skipSpace(text, at);
  while (!text.startsWith(close, place)) {
    const end = skipValue(text, place, depth + 1);
    if (end === undefined) return undefined;
    place = skipSpace(text, end);
  }
  return place + close.length;
}

function skipString(text: string, at: number): number | undefined {
  let depth = 0;
  for (let place = at; place < text.length; place++) {
    if (text[place] === '\\') place++;
    else if (text[place] === '(') depth++;
    else if (text[place] === ')' && --depth === 0) return place + 1;
  }
  return undefined;
}
