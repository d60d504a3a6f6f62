// Maps errors to HTTP responses.
import {
  type ErrorBody,
  type ErrorCode,
  errorStatuses,
  type RateLimitErrorBody,
} from '@lectern/contract/errors';
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import { Problem, reason } from '#infrastructure/errors.ts';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody | RateLimitErrorBody;
  headers: Record<string, string>;
  /** An internal error, which is logged once with its stack trace. */
  isBug: boolean;
}

/** Codes of the HTTP library that have an API code. Its other 4xx are `validation_failed`. */
const frameworkCodes: Record<string, [code: ErrorCode, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'This content type is not supported'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_json', 'Content-Length does not match the body'],
  FST_ERR_BAD_URL: ['validation_failed', 'The address is not valid'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing here'],
  FST_REQ_FILE_TOO_LARGE: ['payload_too_large', 'The file is too large'],
  FST_FILES_LIMIT: ['validation_failed', 'Only one file can be sent'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'A multipart/form-data body is needed'],
};

type Faults = Pick<DatabaseDialect, 'isOutOfSpace' | 'isUnavailable' | 'isMissingReference'>;

export function toErrorAnswer(error: unknown, dialect: Faults, requestId: string): ErrorAnswer {
  const problem = findProblem(error, dialect);
  if (!problem) {
    const body = { error: 'internal', message: 'Something went wrong here', details: { requestId } };
    return { status: 500, body, headers: {}, isBug: true };
  }
  const headers = { ...problem.headers };
  if (problem.code === 'unauthorized' && !headers['WWW-Authenticate']) headers['WWW-Authenticate'] = 'Bearer';
  return { status: errorStatuses[problem.code], body: toBody(problem), headers, isBug: false };
}

function toBody(problem: Problem): ErrorBody | RateLimitErrorBody {
  const { code, message, reason: known, details, headers } = problem;
  if (code === 'rate_limit_exceeded')
    return { error: code, message, retry_after: Number(headers['Retry-After'] ?? 1) };
  const body: ErrorBody = { error: code, message };
  if (known) body.reason = known.reason;
  if (known?.params) body.params = { ...known.params };
  if (details !== undefined) body.details = details as NonNullable<ErrorBody['details']>;
  return body;
}

function findProblem(error: unknown, dialect: Faults): Problem | undefined {
  if (error instanceof Problem) return error;
  if (dialect.isOutOfSpace(error)) return diskFull();
  // The entity was deleted after it was looked up.
  if (dialect.isMissingReference(error)) return new Problem('not_found', 'It was deleted just now');
  if (dialect.isUnavailable(error)) {
    return new Problem('unavailable', reason('database_silent'), {
      headers: { 'Retry-After': '5' },
    });
  }
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  if (code === 'EROFS') return new Problem('insufficient_storage', reason('disk_read_only'));
  const known = frameworkCodes[code];
  if (known) return new Problem(known[0], known[1]);
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  if (code.startsWith('FST_') && status >= 400 && status < 500)
    return new Problem('validation_failed', 'The request is not valid');
  return undefined;
}

const diskFull = () => new Problem('insufficient_storage', reason('disk_full'));
