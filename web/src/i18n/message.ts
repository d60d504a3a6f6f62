// A small parser of ICU messages: {name}, {count, number}, {count, plural, =0 {…} one {…} other {…}} with # for the number,
// {kind, select, a {…} other {…}}. It has a tenth of the size of a library, because the first page includes it. A test
// compares both for every message.
import { getLocale, perLanguage } from './language.ts';
import type { Language } from './languages.ts';

interface Placeholder {
  kind: 'value' | 'number' | 'plural' | 'select';
  name: string;
  /** Options of plurals and selections. */
  options: ReadonlyMap<string, readonly Part[]>;
}
type Part = string | Placeholder;

export type Values = Readonly<Record<string, string | number | Date>>;

const numbers = perLanguage((language) => new Intl.NumberFormat(getLocale(language)));
const rules = perLanguage((language) => new Intl.PluralRules(language));

/**
 * Parses a message and returns a function that formats it. Throws for an invalid message; scripts/check-messages.ts reports
 * these.
 */
export function readMessage(text: string, language: Language): (values: Values) => string {
  const parts = readParts({ text, at: 0 }, false);
  const fill = (list: readonly Part[], values: Values, count?: number): string =>
    list.map((part) => fillPart(part, values, count)).join('');
  function fillPart(part: Part, values: Values, count: number | undefined): string {
    if (typeof part === 'string')
      return count === undefined ? part : part.replaceAll('#', numbers(language).format(count));
    const value = values[part.name];
    if (part.kind === 'value')
      return typeof value === 'number' ? numbers(language).format(value) : String(value);
    if (part.kind === 'number') return numbers(language).format(Number(value));
    const number = Number(value);
    const keys = part.kind === 'plural' ? [`=${number}`, rules(language).select(number)] : [String(value)];
    const key = keys.find((one) => part.options.has(one)) ?? 'other';
    const option = part.options.get(key) ?? [];
    return fill(option, values, part.kind === 'plural' ? number : count);
  }
  return (values) => fill(parts, values);
}

interface Reading {
  text: string;
  at: number;
}

/** Parses to the end, or to the brace that closes an option. */
function readParts(reading: Reading, isOption: boolean): Part[] {
  const parts: Part[] = [];
  while (reading.at < reading.text.length) {
    const character = reading.text[reading.at];
    if (character === '}' && isOption) return parts;
    if (character === '{') {
      reading.at++;
      parts.push(readPlaceholder(reading));
    } else parts.push(readText(reading));
  }
  if (isOption) throw new Error(`Not closed: ${reading.text}`);
  return parts;
}

function readText(reading: Reading): string {
  const end = /[{}]/.exec(reading.text.slice(reading.at));
  const text = reading.text.slice(reading.at, end ? reading.at + end.index : undefined);
  if (text === '') throw new Error(`A brace too many: ${reading.text}`);
  reading.at += text.length;
  return text.replaceAll("''", "'");
}

function readPlaceholder(reading: Reading): Part {
  const name = take(reading, /^\s*(\w+)\s*/);
  if (reading.text[reading.at] === '}') {
    reading.at++;
    return { kind: 'value', name, options: new Map() };
  }
  const kind = take(reading, /^,\s*(plural|select|number)\s*/);
  if (kind === 'number') {
    take(reading, /^(\})/);
    return { kind, name, options: new Map() };
  }
  take(reading, /^(,)\s*/);
  const options = new Map<string, Part[]>();
  while (reading.text[reading.at] !== '}') {
    const key = take(reading, /^\s*(=?\w+)\s*\{/);
    options.set(key, readParts(reading, true));
    take(reading, /^(\})\s*/);
  }
  reading.at++;
  return { kind: kind === 'plural' ? 'plural' : 'select', name, options };
}

function take(reading: Reading, pattern: RegExp): string {
  const found = pattern.exec(reading.text.slice(reading.at));
  if (!found) throw new Error(`Not read at ${reading.at}: ${reading.text}`);
  reading.at += found[0].length;
  return found[1] ?? '';
}
