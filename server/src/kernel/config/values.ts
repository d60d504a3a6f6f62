// Kinds of values that several sections of the configuration have, as the file or the environment spells them.
import { z } from 'zod';

export const bool = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'])])
  .transform((value) => (typeof value === 'boolean' ? value : ['true', '1', 'yes', 'on'].includes(value)));

/** A list, or words between commas. */
export const list = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    (typeof value === 'string' ? value.split(',') : value).map((v) => v.trim()).filter(Boolean),
  );
