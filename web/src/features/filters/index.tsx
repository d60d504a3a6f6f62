// Conditions for other rooms: in an address, as chips, in words, and the two ways to change them. The builder is loaded
// when it is opened.
import { lazy } from 'react';

export { FilterChips, FilterWords, type MoreChip } from './chips.tsx';
export { countFilters } from './count.ts';
export { isCommonField } from './fields.ts';
export { type Filter, type Json, newGroup, newRule, readFilter, toFilter, toParts } from './model.ts';
export { readQuick, writeQuick } from './quick.ts';
export { toFilterJson, toFilterSearch } from './search.ts';
export { WordInput, WordsInput } from './word-inputs.tsx';

export const FilterBuilder = lazy(async () => ({
  default: (await import('./builder/builder.tsx')).FilterBuilder,
}));
export const QuickPanel = lazy(async () => ({ default: (await import('./quick-panel.tsx')).QuickPanel }));
