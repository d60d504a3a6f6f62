// The components that show conditions; separate from the rest, as the first page does without them.
export { FilterChips, FilterSummary, type MoreChip } from './chips.tsx';
export { ValueInput, ValuesInput } from './value-inputs.tsx';
