// The sync token: the number of the last change sent to a device, valid only for this device. Pure.
import { toRecord } from '@lectern/contract/records';

const maxLength = 1_000;

export const toSyncToken = ({ device, position }: { device: string; position: number }): string =>
  Buffer.from(JSON.stringify({ v: 1, d: device, p: position })).toString('base64');

/** Undefined for an invalid token and for that of another device. */
export function readSyncToken(header: string | string[] | undefined, device: string): number | undefined {
  if (typeof header !== 'string' || header.length > maxLength) return undefined;
  try {
    const token: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
    const { d, p } = toRecord(token);
    return d === device && typeof p === 'number' && Number.isSafeInteger(p) ? p : undefined;
  } catch {
    return undefined;
  }
}
