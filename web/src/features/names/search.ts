// The state of a page of names in its URL.
export interface NameSearch {
  /** The shown name. Without it, the page lists all names. */
  name?: string;
  /** Id of a library, for a list of its names. */
  library?: string;
  /** Which works of the name are shown. */
  show?: 'series' | 'books';
}

/** The router parses a name of digits, such as `1984`, as a number. */
const toText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
};

export function readNameSearch(raw: Record<string, unknown>): NameSearch {
  const name = toText(raw.name);
  const library = toText(raw.library);
  const { show } = raw;
  return {
    ...(name && { name }),
    ...(library && { library }),
    ...((show === 'series' || show === 'books') && { show }),
  };
}
