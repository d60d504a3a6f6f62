// For the tables of tests: what a name said, in few words.
import type { ParsedName } from './parsed-name.ts';

/** Fields as in ParsedName; a number whose text is its value in digits is given by the text alone. */
export type ParsedFields = Partial<Omit<ParsedName, 'number' | 'name'>> & {
  number?: string | ParsedName['number'];
};

/** Leaves out `name`, empty lists and flags that are false. */
export function toParsedFields(parsed: ParsedName): ParsedFields {
  const { name: _, number, ...rest } = parsed;
  const stated = Object.fromEntries(
    Object.entries(rest).filter(
      ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );
  return number ? { ...stated, number: String(number.value) === number.text ? number.text : number } : stated;
}
