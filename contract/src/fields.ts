// The field types that every noun shares: ids, times, texts, widths of integers.
import { z } from 'zod';
import { because, reason } from './reasons.ts';

export const id = z.uuid().toLowerCase();
/** Any JSON value. */
export const jsonValue = z.json().meta({ id: 'JsonValue' });
/** Text that both databases and JSON can hold. */
export const storable = (text: z.ZodString) =>
  text.refine((value) => !value.includes('\0') && value.isWellFormed(), because(reason('text_not_storable')));
/** PostgreSQL does not store the character NUL. */
export const withoutNul = (text: z.ZodString) =>
  text.refine((value) => !value.includes('\0'), because(reason('no_nul')));
/** RFC 3339 in UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 }).meta({ format: 'date-time' });
export const int32 = z.int().min(-2_147_483_648).max(2_147_483_647).meta({ format: 'int32' });
export const count32 = z.int().min(0).max(2_147_483_647).meta({ format: 'int32' });
export const int64 = z.int().meta({ format: 'int64' });
export const count64 = z.int().min(0).meta({ format: 'int64' });

/**
 * A number in a path or a query: decimal digits alone. `1e3`, `0x10`, `+1`, ` 1` and `1.0` are none, whatever
 * JavaScript's `Number` makes of them.
 */
export const decimal = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value), schema);

/** Path parameters of one resource. A malformed id is a resource that does not exist: 404. */
export const idParams = z.object({ id });

/** A query flag: `true`, `1`, `false`, `0`, or the bare name. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((value) => value === 'true' || value === '1' || value === '');

/** Of what often is not there: who says so is not told of an error. */
export const optionalQuery = z.object({
  optional: flag.default(false).meta({
    description: '204 instead of 404 where there is none; what one may not see is 404 all the same.',
  }),
});
