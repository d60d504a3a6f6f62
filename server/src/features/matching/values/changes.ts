// Lists the changes that applying a provider's values would make. Pure.

import type { MetadataOrigin } from '@lectern/contract/libraries/metadata';
import type { MetadataField } from '@lectern/contract/libraries/metadata-fields';
import type { MatchChange } from '@lectern/contract/matching';
import {
  isNothing,
  mergeProvided,
  type Provided,
  type ProviderOrder,
} from '#features/libraries/metadata-layers/index.ts';
import { isSameJson } from '#infrastructure/equality.ts';

interface Now {
  values: Readonly<Record<string, unknown>>;
  locks: Readonly<Record<string, boolean>>;
  origins: Readonly<Record<string, MetadataOrigin>>;
}

interface ChangeInput {
  fields: Readonly<Record<string, MetadataField>>;
  order: ProviderOrder;
  /** Values of the other providers. */
  others: readonly Provided[];
  next: Provided;
}

export function toChanges(now: Now, { fields, order, others, next }: ChangeInput): MatchChange[] {
  const isOfFiles = ([field]: [string, unknown]) => now.origins[field]?.from !== 'provider';
  const files = Object.fromEntries(Object.entries(now.values).filter(isOfFiles));
  const merged: Record<string, unknown> = mergeProvided(files, [...others, next], { fields, order });
  return Object.keys(fields).flatMap((field): MatchChange[] => {
    const nextValue = next.values[field];
    if (!nextValue) return [];
    const before = now.values[field];
    const after = merged[field];
    const toEffect = (): MatchChange['effect'] => {
      if (isAlike(nextValue.value, before)) return 'same';
      if (now.locks[field]) return 'locked';
      return isAlike(after, before) ? 'behind' : 'changes';
    };
    const effect = toEffect();
    const shown = effect === 'changes' ? after : nextValue.value;
    const from = now.origins[field]?.from ?? null;
    return [{ field, before: toJson(isNothing(before) ? null : before), after: toJson(shown), effect, from }];
  });
}

/** Compares values without ids, which users do not see. */
const isAlike = (one: unknown, other: unknown): boolean => isSameJson(withoutIds(one), withoutIds(other));
const withoutIds = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one: unknown) =>
        typeof one === 'object' && one !== null && 'id' in one ? { ...one, id: undefined } : one,
      )
    : (value ?? null);

const toJson = (value: unknown): MatchChange['after'] => JSON.parse(JSON.stringify(value ?? null));
