// Reads the objects of plugins field by field: one bad value is dropped and named, the others stay.
import { toRecord } from '@lectern/contract/records';
import { z } from 'zod';

interface ReadFields<T> {
  fields: T;
  /** Names of fields whose values are not as the protocol says. */
  dropped: string[];
}

/** Fields that are absent or null are left out. Every field of the schema is optional. */
export function readFields<T>(schema: z.ZodType<T>, value: unknown): ReadFields<T> {
  const given = Object.entries(toRecord(value)).filter(([, one]) => one !== null);
  const whole = schema.safeParse(Object.fromEntries(given));
  if (whole.success) return { fields: whole.data, dropped: [] };
  const dropped = [...new Set(whole.error.issues.map(({ path }) => String(path[0])))];
  const rest = given.filter(([name]) => !dropped.includes(name));
  return { fields: schema.parse(Object.fromEntries(rest)), dropped };
}

const maxText = 20_000;
const maxLine = 1_000;
const maxItems = 500;

/** A text without control characters at its ends; an empty one is none. */
export const text = (max = maxText) => z.string().trim().min(1).max(max);
export const line = text(maxLine);

/** The items of a list that are as they should be. */
export const listOf = <T extends z.ZodType>(item: T, max = maxItems) =>
  z.array(z.unknown()).transform((values) =>
    values.slice(0, max).flatMap((value): z.output<T>[] => {
      const parsed = item.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** Of a page: http or https. */
export const address = z
  .string()
  .max(2_000)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
