// Query parameters in all notations of clients: repeated, separated by commas with or without blanks, with brackets
// after the name.

export type Query = Readonly<Record<string, unknown>>;

/** All values as sent, without empty ones. */
function readAll(query: Query, name: string): string[] {
  const given = [query[name], query[`${name}[]`]].flat();
  return given.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));
}

/** Ids and names, which contain no commas. */
export const readList = (query: Query, name: string): string[] => [
  ...new Set(readAll(query, name).flatMap(splitAtCommas)),
];

/** User-defined words, which may contain commas: such a value is also searched as a whole. */
export const readWords = (query: Query, name: string): string[] => {
  const values = readAll(query, name);
  return [...new Set([...values, ...(values.length === 1 ? values.flatMap(splitAtCommas) : [])])];
};

const splitAtCommas = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const readText = (query: Query, name: string): string | undefined => readAll(query, name)[0];

/** Undefined for any other value. */
export function readFlag(query: Query, name: string): boolean | undefined {
  const text = readText(query, name)?.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

export interface RequestedAuthor {
  name: string;
  role: string | undefined;
}

/** `name,role`: the name may contain commas. */
export const readAuthors = (query: Query): RequestedAuthor[] =>
  readAll(query, 'author').map((text) => {
    const at = text.lastIndexOf(',');
    if (at < 0) return { name: text, role: undefined };
    return { name: text.slice(0, at).trim(), role: text.slice(at + 1).trim() || undefined };
  });
