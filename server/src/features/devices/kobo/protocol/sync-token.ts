// The token of a sync: the number of the last change that a device was given, for this device alone. Pure.

interface Token {
  device: string;
  position: number;
}

const longest = 1_000;

export const toSyncToken = ({ device, position }: Token): string =>
  Buffer.from(JSON.stringify({ v: 1, d: device, p: position })).toString('base64');

/** Undefined for what is no token of ours, or one of another device. */
export function readSyncToken(header: string | string[] | undefined, device: string): number | undefined {
  if (typeof header !== 'string' || header.length > longest) return undefined;
  try {
    const token: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
    if (typeof token !== 'object' || token === null) return undefined;
    const { d, p } = token as Record<string, unknown>;
    return d === device && typeof p === 'number' && Number.isSafeInteger(p) ? p : undefined;
  } catch {
    return undefined;
  }
}
