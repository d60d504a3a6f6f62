// Conditions for other features: parsing, URLs, and the two editors, which are loaded when opened. Components that display
// conditions are in pieces/.
import { loadable } from '../../ui/loadable.tsx';

export { countFilters } from './count.ts';
export type { Filter } from './model.ts';
export { readQuick, writeQuick } from './quick.ts';
export { toFilterJson, toFilterSearch } from './search.ts';
export { tidyFilter } from './tidy.ts';

export const FilterBuilder = loadable(async () => (await import('./builder/builder.tsx')).FilterBuilder);
export const QuickPanel = loadable(async () => (await import('./pieces/quick-panel.tsx')).QuickPanel);
