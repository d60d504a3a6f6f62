// Compact form of a parsed name for test tables.
import type { ParsedName } from './parsed-name.ts';

/** Fields of ParsedName. A number is only its text if the text is the value in digits. */
export type ParsedFields = Partial<Omit<ParsedName, 'number' | 'name'>> & {
  number?: string | ParsedName['number'];
};

/** Omits `name`, empty lists and false flags. */
export function toParsedFields(parsed: ParsedName): ParsedFields {
  const { name: _, number, ...rest } = parsed;
  const stated = Object.fromEntries(
    Object.entries(rest).filter(
      ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );
  return number ? { ...stated, number: String(number.value) === number.text ? number.text : number } : stated;
}
