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

/** Bytes: a number, or a number with KB, MB, GB or TB (powers of 1,024). */
export const size = z
  .union([
    z.int().min(0),
    z.string().regex(/^\s*\d+(\.\d+)?\s*([kmgt]i?b?|b)?\s*$/i, 'Not a size such as 500MB'),
  ])
  .transform((value) => (typeof value === 'number' ? value : parseSize(value)));

function parseSize(text: string): number {
  const unit = text
    .trim()
    .toLowerCase()
    .replace(/[\d.\s]/g, '')
    .charAt(0);
  return Math.round(Number.parseFloat(text) * 1024 ** Math.max(0, ' kmgt'.indexOf(unit || ' ')));
}
