// What providers say of a book or series: a layer between what a person set and what the files say. Pure.
import type { MetadataProviders } from '@lectern/contract/libraries';
import type { MetadataField, MetadataKind } from '@lectern/contract/metadata-fields';
import { filesInOrder } from '@lectern/contract/provider-values';
import { isRecord } from '@lectern/contract/records';
import { isSameJson } from '#infrastructure/equality.ts';
import { fold } from '#infrastructure/text/fold.ts';

/** What one provider says, as rows keep it. */
export interface Provided {
  /** The package of its plugin, by which it is known on every server. */
  provider: string;
  name: string;
  externalId: string;
  externalUrl: string | null;
  /** Those that were accepted; null for all. */
  fields: string[] | null;
  /** By field; `at` is when it first said this value. */
  values: Record<string, { value: unknown; at: number }>;
  /** Addresses of its pictures, the best first; undefined for what was taken over before covers were. */
  covers?: string[] | undefined;
  /** Names of what it said that could not be taken. */
  dropped: string[];
  takenAt: number;
  refreshedAt: number;
}

export type ProviderOrder = MetadataProviders;
export const noOrder: ProviderOrder = { order: [], fields: {}, acceptFrom: null, covers: 'missing' };

export const parseProvided = (json: string | null | undefined): Provided[] => (json ? JSON.parse(json) : []);

/** Null for none, as rows keep it. */
export const toProvidedJson = (provided: readonly Provided[]): string | null =>
  provided.length === 0 ? null : JSON.stringify(provided);

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Lists of these kinds are joined: what lower layers say is added to what the upper ones say. */
const keys: Partial<Record<MetadataKind, string>> = {
  ids: 'source',
  links: 'url',
  ratings: 'source',
  titles: 'title',
};

interface Layer {
  value: unknown;
  /** Undefined for the files. */
  said: { provided: Provided; at: number } | undefined;
}

interface Asked {
  field: string;
  files: unknown;
  provided: readonly Provided[];
  order: ProviderOrder;
}

/** What each of them says of the field, the one that counts first; those that say nothing are left out. */
function toStack({ field, files, provided, order }: Asked): Layer[] {
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

/** The elements of all layers; of those with the same key the first. */
function join(stack: readonly Layer[], key: string): unknown[] {
  const joined = new Map<string, unknown>();
  for (const one of stack.flatMap(({ value }) => (Array.isArray(value) ? value : []))) {
    const name = isRecord(one) ? fold(String(one[key])) : '';
    if (!joined.has(name)) joined.set(name, one);
  }
  return [...joined.values()];
}

/** A child must not meet what somebody says is for adults: of ages the highest counts. */
function toMerged(kind: MetadataKind, stack: readonly Layer[], top: Layer): unknown {
  if (kind === 'age') return Math.max(...stack.map(({ value }) => Number(value)));
  const key = keys[kind];
  return key === undefined ? top.value : join(stack, key);
}

/** What providers and files say together. */
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

/** What a provider says of the field that counts, unless the files go before it. */
export function findSaid(
  current: unknown,
  field: string,
  provided: readonly Provided[],
  order: ProviderOrder,
): { provided: Provided; at: number } | undefined {
  const stack = toStack({ field, files: null, provided, order });
  return stack.find(({ value }) => isSameJson(value, current) || isPart(value, current))?.said;
}

/** Whether something of a list is in what counts. */
const isPart = (value: unknown, current: unknown): boolean =>
  Array.isArray(value) &&
  Array.isArray(current) &&
  value.some((one) => isRecord(one) && current.some((other) => isSameJson(one, other)));
