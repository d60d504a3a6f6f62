// The components that display conditions. Separate, because the first page does not need them.
export { FilterChips, FilterSummary, type MoreChip } from './chips.tsx';
export { ValueInput, ValuesInput } from './value-inputs.tsx';
