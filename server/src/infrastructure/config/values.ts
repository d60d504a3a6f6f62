// Types of values that several sections of the configuration share, as in the file or the environment.
import { isIP } from 'node:net';
import { z } from 'zod';

export const bool = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'])])
  .transform((value) => (typeof value === 'boolean' ? value : ['true', '1', 'yes', 'on'].includes(value)));

/** A list, or words separated by commas. */
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

/** Returns the name in a `Host` header without its port, normalized. */
export function toHostName(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

/** Addresses of proxies, their ranges, and the names for ranges that the HTTP library knows. */
export const proxies = list.pipe(
  z.array(
    z
      .string()
      .refine(
        (text) => proxyNames.includes(text) || isRange(text),
        'Not an address or range such as 192.168.1.2, 10.0.0.0/8 or fd00::/8',
      ),
  ),
);

function isRange(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
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
