// What pages show of conditions. Apart from the values, so that the first page does without.
export { FilterChips, FilterWords, type MoreChip } from './chips.tsx';
export { WordInput, WordsInput } from './word-inputs.tsx';
