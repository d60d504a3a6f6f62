// Field types shared by all resources.
import { z } from 'zod';
import { because, reason } from './reasons.ts';

export const id = z.uuid().toLowerCase();
export const jsonValue = z.json().meta({ id: 'JsonValue' });
/** Text that both databases and JSON can represent. */
export const storable = (text: z.ZodString) =>
  text.refine((value) => !value.includes('\0') && value.isWellFormed(), because(reason('text_not_storable')));
/** PostgreSQL cannot store NUL characters. */
export const withoutNul = (text: z.ZodString) =>
  text.refine((value) => !value.includes('\0'), because(reason('no_nul')));
/** RFC 3339 in UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 }).meta({ format: 'date-time' });
export const int32 = z.int().min(-2_147_483_648).max(2_147_483_647).meta({ format: 'int32' });
export const count32 = z.int().min(0).max(2_147_483_647).meta({ format: 'int32' });
export const int64 = z.int().meta({ format: 'int64' });
export const count64 = z.int().min(0).meta({ format: 'int64' });

/**
 * Number in a path or query: decimal digits only. Rejects `1e3`, `0x10`, `+1`, ` 1` and `1.0`, which JavaScript's
 * `Number` accepts.
 */
export const decimal = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value), schema);

/** Path parameters of a resource. A malformed id returns 404. */
export const idParams = z.object({ id });

/** Query flag: `true`, `1`, `false`, `0`, or the bare name. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((value) => value === 'true' || value === '1' || value === '');

/** For resources that are often missing: with `optional`, returns 204 instead of 404. */
export const optionalQuery = z.object({
  optional: flag.default(false).meta({
    description:
      'Whether to return 204 instead of 404 if the resource does not exist. Resources hidden from the caller always return 404.',
  }),
});
