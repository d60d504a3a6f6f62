// The state of a list in its URL, so that it can be shared.
import { type Filter, toFilterSearch } from '../filters/index.tsx';

export interface BrowseSearch {
  /** Id of a library. */
  library?: string;
  /** Search text. */
  q?: string;
  /** Whether typing errors in the text are not corrected. */
  exact?: boolean;
  /** A condition in the form of `POST /api/v1/series/list` and `/books/list`. */
  filter?: Filter;
  /** `<field>,<asc|desc>`. Several are separated by `;`. */
  sort?: string;
  /** Seed of a random order. The same seed results in the same order. */
  seed?: number;
  view?: View;
}

export const views = ['grid', 'table'] as const;
export type View = (typeof views)[number];

/** The router parses a search text of digits as a number. */
const toText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
};

export function readBrowseSearch(raw: Record<string, unknown>): BrowseSearch {
  const library = toText(raw.library);
  const q = toText(raw.q);
  const sort = toText(raw.sort);
  const filter = toFilterSearch(raw.filter);
  const seed = typeof raw.seed === 'number' && Number.isInteger(raw.seed) ? raw.seed : undefined;
  const view = views.find((one) => one === raw.view);
  return {
    ...(library && { library }),
    ...(q && { q }),
    ...(raw.exact === true && { exact: true }),
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...(seed !== undefined && { seed }),
    ...(view && { view }),
  };
}
