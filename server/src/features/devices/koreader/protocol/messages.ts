// The messages of KOReader's sync protocol. Pure.
import { toRecord } from '@lectern/contract/records';
import type { KoreaderPosition } from '#features/devices/koreader/index.ts';
import type { ErrorAnswer } from '#infrastructure/http/problems.ts';
import type { SurfaceError } from '#infrastructure/http/routes/surface.ts';

/** Error codes of the original sync server. */
export const refusals = {
  unknown: { code: 2000, message: 'Unknown server error' },
  unauthorized: { code: 2001, message: 'Unauthorized' },
  invalidFields: { code: 2003, message: 'Invalid request' },
  noDocument: { code: 2004, message: "Field 'document' not provided" },
  closed: {
    code: 2005,
    message: 'Registration is disabled. Create a password for KOReader in your account on the server.',
  },
} as const;

const maxNameLength = 1_000;
const maxProgressLength = 8_192;
/** A sum of rounded values may slightly exceed 1. */
const tolerance = 1e-3;

export interface Update {
  document: string;
  position: KoreaderPosition;
}

/** The reported position of a document, or the error. */
export function readUpdate(body: unknown): Update | 'noDocument' | 'invalidFields' {
  const { document, progress, percentage, device, device_id: deviceId } = toRecord(body);
  if (!isText(document, maxNameLength)) return 'noDocument';
  const position = typeof progress === 'number' ? String(progress) : progress;
  const share = readShare(percentage);
  if (!isText(position, maxProgressLength) || share === undefined || !isText(device, maxNameLength))
    return 'invalidFields';
  const id = deviceId ?? '';
  if (typeof id !== 'string' || id.length > maxNameLength) return 'invalidFields';
  return { document, position: { progress: position, percentage: share, device, deviceId: id } };
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength;

function readShare(value: unknown): number | undefined {
  const isNumeral = typeof value === 'string' && /^\d{1,3}(\.\d{1,20})?$/.test(value);
  const share = isNumeral ? Number(value) : value;
  if (typeof share !== 'number' || !(share >= 0 && share <= 1 + tolerance)) return undefined;
  return Math.min(1, share);
}

export const toAnswer = (document: string, position: KoreaderPosition & { readAt: number }) => ({
  document,
  progress: position.progress,
  percentage: position.percentage,
  device: position.device,
  device_id: position.deviceId,
  timestamp: toSeconds(position.readAt),
});

export const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** Returns JSON for all errors, because the client decodes every body. */
export function toKoreaderError({ status, body: { message } }: ErrorAnswer): SurfaceError {
  const isRefused = status === 401 || status === 403;
  const isWrong = status === 400 || status === 413 || status === 415;
  const error = isRefused
    ? { ...refusals.unauthorized, ...(status === 403 && { message }) }
    : isWrong
      ? refusals.invalidFields
      : { ...refusals.unknown, message };
  return {
    status: isRefused ? 401 : isWrong ? 403 : status,
    mediaType: 'application/json; charset=utf-8',
    body: JSON.stringify(error),
  };
}
