// What of a provider's words is taken, and what that changes. Pure.
export { toChanges } from './changes.ts';
export { type ProviderNames, type Said, toBookSaid, toSeriesSaid } from './said.ts';
export { takeValues, toProvided } from './values.ts';
