// Errors in the clients' format: `{timestamp, status, error, message, path}`, and a list of violations for invalid
// input.
import type { Issue } from '@lectern/contract/errors';
import { toRecord } from '@lectern/contract/records';
import type { ErrorAnswer } from '#infrastructure/http/problems.ts';
import type { SurfaceError } from '#infrastructure/http/routes/surface.ts';
import { toMoment } from './shapes/texts.ts';

/** Loaded without an import: importing the module also loads its HTTP client, which adds 40 ms to each start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

interface RequestAddress {
  url: string;
}

/** A 401 response requests Basic authentication: some clients send their password only after that. */
const challenge = { 'WWW-Authenticate': 'Basic realm="Lectern", charset="UTF-8"' };

export function toCompatError(answer: ErrorAnswer, { url }: RequestAddress, nowMs: number): SurfaceError {
  const { status, body } = answer;
  const violations = findIssues(body).map(({ path, message }) => ({ fieldName: toFieldName(path), message }));
  const shown = {
    ...toErrorBody({ status, message: body.message, url }, nowMs),
    ...(violations.length > 0 && { violations }),
  };
  return {
    status,
    mediaType: 'application/json; charset=utf-8',
    body: JSON.stringify(shown),
    ...(status === 401 && { headers: challenge }),
  };
}

export const toErrorBody = (
  { status, message, url }: { status: number; message: string; url: string },
  nowMs: number,
) => ({
  timestamp: toMoment(nowMs),
  status,
  error: STATUS_CODES[status] ?? 'Error',
  message,
  path: url.split('?', 1)[0] ?? '',
});

function findIssues(body: ErrorAnswer['body']): Issue[] {
  const { issues } = toRecord('details' in body ? body.details : undefined);
  return Array.isArray(issues) ? issues : [];
}

/** Converts `body.name` to the field `name`. */
const toFieldName = (path: string): string => path.replace(/^(body|query)\./, '');
