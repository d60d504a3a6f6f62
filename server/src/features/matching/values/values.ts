// Validates a provider's values with the schema for user edits. Invalid values are dropped and their fields reported.
// Pure.
import type { Provided } from '#features/libraries/metadata-layers/index.ts';
import { isNothing, toEdits } from '#features/libraries/metadata-layers/index.ts';
import { isSameJson } from '#infrastructure/equality.ts';
import type { ProviderFields } from './provider-fields.ts';

interface PatchSchema {
  safeParse(value: unknown): { success: true; data: Record<string, unknown> } | { success: false };
}

interface Taken {
  values: Record<string, unknown>;
  dropped: string[];
}

/** Keeps the valid elements of a list. Other values are kept or dropped as a whole. */
export function selectValues(schema: PatchSchema, said: ProviderFields): Taken {
  const values: Record<string, unknown> = {};
  const dropped: string[] = [];
  const parse = (field: string, value: unknown): unknown => {
    const parsed = schema.safeParse({ [field]: value });
    return parsed.success ? parsed.data[field] : undefined;
  };
  for (const [field, value] of Object.entries(said)) {
    if (value === undefined || isNothing(value)) continue;
    let taken = parse(field, value);
    if (taken === undefined) dropped.push(field);
    if (taken === undefined && Array.isArray(value)) {
      const good = value.flatMap((one) => parse(field, [one]) ?? []);
      taken = parse(field, good.slice(0, 50));
    }
    if (taken !== undefined && !isNothing(taken)) values[field] = taken;
  }
  return { values, dropped };
}

interface Describing extends Taken {
  provider: string;
  name: string;
  externalId: string;
  externalUrl: string | null;
  covers?: string[] | undefined;
  fields: string[] | null;
  nowMs: number;
}

/** The provider's new layer. Unchanged values keep their timestamp. */
export function toProvided(
  before: Provided | undefined,
  { values, nowMs, fields, ...rest }: Describing,
): Provided {
  const isWanted = ([field]: [string, unknown]) => fields === null || fields.includes(field);
  const toKnown = (field: string) => {
    const known = before?.values[field]?.value;
    return Array.isArray(known) ? known : [];
  };
  const whole = toEdits(Object.fromEntries(Object.entries(values).filter(isWanted)), {
    alternateTitles: toKnown('alternateTitles'),
    externalLinks: toKnown('externalLinks'),
  });
  return {
    ...rest,
    fields,
    values: Object.fromEntries(
      Object.entries(whole).map(([field, value]) => {
        const previous = before?.values[field];
        return [field, previous && isSameJson(previous.value, value) ? previous : { value, at: nowMs }];
      }),
    ),
    takenAt: before?.externalId === rest.externalId ? before.takenAt : nowMs,
    refreshedAt: nowMs,
  };
}
