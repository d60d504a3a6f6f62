// Conditions for other rooms, as values: read, written, in an address. What is seen of them is in pieces/; the two ways
// to change them are loaded when they are opened.
import { lazy } from 'react';

export { countFilters } from './count.ts';
export { type Filter, readFilter, toFilter } from './model.ts';
export { readQuick, writeQuick } from './quick.ts';
export { toFilterJson, toFilterSearch } from './search.ts';

export const FilterBuilder = lazy(async () => ({
  default: (await import('./builder/builder.tsx')).FilterBuilder,
}));
export const QuickPanel = lazy(async () => ({
  default: (await import('./pieces/quick-panel.tsx')).QuickPanel,
}));
