// Provider metadata of a book or series: the layer between edits and files. Pure.
import type { MetadataProviders } from '@lectern/contract/libraries/libraries';
import type { MetadataField, MetadataKind } from '@lectern/contract/libraries/metadata-fields';
import { filesInOrder } from '@lectern/contract/plugins/provider-values';
import { isRecord } from '@lectern/contract/records';
import { isSameJson } from '#infrastructure/equality.ts';
import { fold } from '#infrastructure/text/fold.ts';

/** Metadata of one provider, as stored. */
export interface Provided {
  /** Package name of the plugin, which is the same on every server. */
  provider: string;
  name: string;
  externalId: string;
  externalUrl: string | null;
  /** Accepted fields; null for all. */
  fields: string[] | null;
  /** Values by field. `at` is the time at which the provider first returned the value. */
  values: Record<string, { value: unknown; at: number }>;
  /** URLs of covers, best first; undefined for metadata accepted by a version without provider covers. */
  covers?: string[] | undefined;
  /** Names of fields that were rejected as invalid. */
  dropped: string[];
  takenAt: number;
  refreshedAt: number;
}

export type ProviderOrder = MetadataProviders;
export const noOrder: ProviderOrder = { order: [], fields: {}, acceptFrom: null, covers: 'missing' };

export const parseProvided = (json: string | null | undefined): Provided[] => (json ? JSON.parse(json) : []);

/** Null for none, as stored. */
export const toProvidedJson = (provided: readonly Provided[]): string | null =>
  provided.length === 0 ? null : JSON.stringify(provided);

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Kinds of lists that are merged from all layers, with the key that identifies an element. */
const keys: Partial<Record<MetadataKind, string>> = {
  ids: 'source',
  links: 'url',
  ratings: 'source',
  titles: 'title',
};

interface Layer {
  value: unknown;
  /** Undefined for the file layer. */
  said: { provided: Provided; at: number } | undefined;
}

interface LayerRequest {
  field: string;
  files: unknown;
  provided: readonly Provided[];
  order: ProviderOrder;
}

/** Layers with a value for the field, in order of precedence. */
function toStack({ field, files, provided, order }: LayerRequest): Layer[] {
  const named = order.fields[field] ?? order.order;
  const filesAt = named.indexOf(filesInOrder);
  const rank = (provider: string) => {
    const at = named.indexOf(provider);
    return at < 0 ? named.length : at;
  };
  const layers = provided
    .flatMap((one) => {
      const said = Object.hasOwn(one.values, field) ? one.values[field] : undefined;
      return said && !isNothing(said.value)
        ? [{ value: said.value, said: { provided: one, at: said.at }, rank: rank(one.provider) }]
        : [];
    })
    .toSorted((one, other) => one.rank - other.rank);
  const isBehind = (one: { rank: number }) => filesAt >= 0 && one.rank > filesAt;
  return [
    ...layers.filter((one) => !isBehind(one)),
    ...(isNothing(files) ? [] : [{ value: files, said: undefined }]),
    ...layers.filter(isBehind),
  ];
}

/** The elements of all layers. The first element for each key is used. */
function join(stack: readonly Layer[], key: string): unknown[] {
  const joined = new Map<string, unknown>();
  for (const one of stack.flatMap(({ value }) => (Array.isArray(value) ? value : []))) {
    const name = isRecord(one) ? fold(String(one[key])) : '';
    if (!joined.has(name)) joined.set(name, one);
  }
  return [...joined.values()];
}

/** Age ratings merge to the highest value, so that no source can lower a restriction. */
function toMerged(kind: MetadataKind, stack: readonly Layer[], top: Layer): unknown {
  if (kind === 'age') return Math.max(...stack.map(({ value }) => Number(value)));
  const key = keys[kind];
  return key === undefined ? top.value : join(stack, key);
}

/** Merges provider and file values. */
export function mergeProvided<Values extends object>(
  files: Values,
  provided: readonly Provided[],
  { fields, order }: { fields: Readonly<Record<string, MetadataField>>; order: ProviderOrder },
): Values {
  if (provided.length === 0) return files;
  const known = new Map<string, unknown>(Object.entries(files));
  const merged = Object.entries(fields).flatMap(([field, { kind }]) => {
    const stack = toStack({ field, files: known.get(field), provided, order });
    const [top] = stack;
    if (!top) return [];
    return [[field, toMerged(kind, stack, top)]];
  });
  return { ...files, ...Object.fromEntries(merged) };
}

/** The provider that supplied the current value of a field, unless files take precedence. */
export function findSaid(
  current: unknown,
  field: string,
  provided: readonly Provided[],
  order: ProviderOrder,
): { provided: Provided; at: number } | undefined {
  const stack = toStack({ field, files: null, provided, order });
  return stack.find(({ value }) => isSameJson(value, current) || isPart(value, current))?.said;
}

/** Whether the current value contains an element of a list. */
const isPart = (value: unknown, current: unknown): boolean =>
  Array.isArray(value) &&
  Array.isArray(current) &&
  value.some((one) => isRecord(one) && current.some((other) => isSameJson(one, other)));
