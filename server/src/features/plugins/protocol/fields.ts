// Parses plugin objects field by field. Invalid values are dropped and reported; other fields are kept.
import { toRecord } from '@lectern/contract/records';
import { z } from 'zod';

interface ReadFields<T> {
  fields: T;
  /** Names of fields with invalid values. */
  dropped: string[];
}

/** Missing and null fields are omitted. Every field of the schema is optional. */
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

/** Non-empty text without surrounding control characters. */
export const text = (max = maxText) => z.string().trim().min(1).max(max);
export const line = text(maxLine);

/** Keeps the valid items of a list. */
export const listOf = <T extends z.ZodType>(item: T, max = maxItems) =>
  z.array(z.unknown()).transform((values) =>
    values.slice(0, max).flatMap((value): z.output<T>[] => {
      const parsed = item.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** URL of a page (http or https). */
export const address = z
  .string()
  .max(2_000)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
