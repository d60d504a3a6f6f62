// The search in the URL: text, and a condition over the shared fields of series and books.
import { type Filter, toFilterSearch } from '../filters/index.tsx';

export interface SearchParams {
  library?: string;
  q?: string;
  /** Whether typing errors are not corrected. */
  exact?: boolean;
  filter?: Filter;
  sort?: string;
}

const toText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
};

export function readSearch(raw: Record<string, unknown>): SearchParams {
  const library = toText(raw.library);
  const q = toText(raw.q);
  const sort = toText(raw.sort);
  const filter = toFilterSearch(raw.filter);
  return {
    ...(library && { library }),
    ...(q && { q }),
    ...(raw.exact === true && { exact: true }),
    ...(filter && { filter }),
    ...(sort && { sort }),
  };
}
