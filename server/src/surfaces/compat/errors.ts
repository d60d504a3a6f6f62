// Errors as the clients read them: `{timestamp, status, error, message, path}`, and for input that
// cannot be accepted the list of what is wrong, too.
import type { Issue } from '@lectern/contract/errors';
import { toRecord } from '@lectern/contract/records';
import type { ErrorAnswer } from '#infrastructure/http/problems.ts';
import type { SurfaceError } from '#infrastructure/http/surface.ts';
import { toMoment } from './shapes/texts.ts';

/** Not imported: that would load every part of the module, a client of HTTP too, 40 ms of each start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

interface Asked {
  url: string;
}

/** A 401 asks for Basic: some clients send their password only after that. */
const challenge = { 'WWW-Authenticate': 'Basic realm="Lectern", charset="UTF-8"' };

export function toCompatError(answer: ErrorAnswer, { url }: Asked, nowMs: number): SurfaceError {
  const { status, body } = answer;
  const violations = findIssues(body).map(({ path, message }) => ({ fieldName: toFieldName(path), message }));
  const shown = {
    timestamp: toMoment(nowMs),
    status,
    error: STATUS_CODES[status] ?? 'Error',
    message: body.message,
    path: url.split('?', 1)[0] ?? '',
    ...(violations.length > 0 && { violations }),
  };
  return {
    status,
    mediaType: 'application/json; charset=utf-8',
    body: JSON.stringify(shown),
    ...(status === 401 && { headers: challenge }),
  };
}

function findIssues(body: ErrorAnswer['body']): Issue[] {
  const { issues } = toRecord('details' in body ? body.details : undefined);
  return Array.isArray(issues) ? issues : [];
}

/** `body.name` is the field `name`. */
const toFieldName = (path: string): string => path.replace(/^(body|query)\./, '');
