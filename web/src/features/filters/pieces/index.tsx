// The components that show conditions; separate from the rest, as the first page does without them.
export { FilterChips, FilterWords, type MoreChip } from './chips.tsx';
export { WordInput, WordsInput } from './word-inputs.tsx';
