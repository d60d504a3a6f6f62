// Selects the provider values to apply, and the changes that result. Pure.
export { toChanges } from './changes.ts';
export { type ProviderNames, type Said, toBookSaid, toSeriesSaid } from './provider-fields.ts';
export { takeValues, toProvided } from './values.ts';
