// Selects the provider values to apply, and the changes that result. Pure.
export { toChanges } from './changes.ts';
export { type ProviderFields, type ProviderNames, toBookSaid, toSeriesSaid } from './provider-fields.ts';
export { selectValues, toProvided } from './values.ts';
