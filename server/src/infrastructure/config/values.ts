// Types of values that several sections of the configuration share, as in the file or the environment.
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

/** Host names without scheme or port, normalized like `toHostName`. */
export const hostNames = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/i,
        'Not the name of a host such as books.example.org, 192.168.1.5 or [fd00::5], without scheme and port',
      )
      .transform(toHostName),
  ),
);

/** The name in a `Host` header: without its port, normalized. */
export function toHostName(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}

/** Scheme, host and port of services, as `URL.origin` writes them. */
export const origins = list.pipe(
  z.array(
    z
      .string()
      .regex(/^https?:\/\/[^/?#@]+\/?$/i, 'Not an origin such as http://192.168.1.5:8090, without path')
      .refine((text) => URL.canParse(text), 'Not an origin such as http://192.168.1.5:8090')
      .transform((text) => new URL(text).origin),
  ),
);

/** Bytes: a number, or a number with KB, MB, GB or TB (powers of 1,024). */
export const size = z
  .union([
    z.int().min(0),
    z.string().regex(/^\s*\d+(\.\d+)?\s*(([kmgt]i?b?|b)\s*)?$/i, 'Not a size such as 500MB'),
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
