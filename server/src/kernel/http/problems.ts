// The one place where errors become HTTP answers.
import { type ErrorBody, errorStatuses } from '@lectern/contract/errors';
import type { DatabaseDialect } from '#kernel/database/dialect.ts';
import { Problem } from '#kernel/errors.ts';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  headers: Record<string, string>;
  /** A fault of ours, to be logged once with its stack. */
  isBug: boolean;
}

/** Codes of the HTTP library that say what the caller did. */
const frameworkCodes: Record<string, [code: Problem['code'], message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'This content type is not supported'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['validation_failed', 'Content-Length does not match the body'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty'],
  FST_ERR_BAD_URL: ['validation_failed', 'The address is not valid'],
  FST_ERR_ASYNC_CONSTRAINT: ['not_found', 'There is nothing here'],
  FST_REQ_FILE_TOO_LARGE: ['payload_too_large', 'The file is too large'],
  FST_FILES_LIMIT: ['validation_failed', 'Only one file can be sent'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'A multipart/form-data body is needed'],
};

type Faults = Pick<DatabaseDialect, 'isOutOfSpace' | 'isUnavailable'>;

export function toErrorAnswer(error: unknown, dialect: Faults, requestId: string): ErrorAnswer {
  const problem = findProblem(error, dialect);
  if (!problem) {
    const body = { error: 'internal', message: 'Something went wrong here', details: { requestId } };
    return { status: 500, body, headers: {}, isBug: true };
  }
  const headers = { ...problem.headers };
  if (problem.code === 'unauthorized' && !headers['WWW-Authenticate']) headers['WWW-Authenticate'] = 'Bearer';
  const body: ErrorBody = { error: problem.code, message: problem.message };
  if (problem.details !== undefined) body.details = problem.details as NonNullable<ErrorBody['details']>;
  return { status: errorStatuses[problem.code], body, headers, isBug: false };
}

function findProblem(error: unknown, dialect: Faults): Problem | undefined {
  if (error instanceof Problem) return error;
  if (dialect.isOutOfSpace(error)) {
    return new Problem('insufficient_storage', 'The disk of the server is full; nothing was changed');
  }
  if (dialect.isUnavailable(error)) {
    return new Problem('unavailable', 'The database does not answer', { headers: { 'Retry-After': '5' } });
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Problem('insufficient_storage', 'The disk of the server is full; nothing was changed');
  }
  const known = frameworkCodes[code];
  return known ? new Problem(known[0], known[1]) : undefined;
}
