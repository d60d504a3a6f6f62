// The error codes of the API and the body that carries them.
import { z } from 'zod';
import { jsonValue } from './fields.ts';

/** Every code and its HTTP status. A code once published keeps its meaning. */
export const errorStatuses = {
  validation_failed: 400,
  invalid_json: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  misdirected_request: 421,
  page_extraction_failed: 422,
  backup_refused: 422,
  import_refused: 422,
  rate_limit_exceeded: 429,
  header_fields_too_large: 431,
  internal: 500,
  plugin_failed: 502,
  unavailable: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

const params = z.record(z.string(), z.union([z.string(), z.number()]));

/** `code` and `params` say in data what `message` says in English: those of zod's issues, `required`, or of a reason. */
export const issueSchema = z
  .object({
    path: z.string(),
    message: z.string(),
    code: z.string().optional(),
    params: params.optional(),
  })
  .meta({ id: 'Issue' });
export type Issue = z.infer<typeof issueSchema>;

/** What went wrong where no request was refused: of tasks and scans. */
export const reasonSchema = z
  .object({ reason: z.string(), params: params.optional(), message: z.string() })
  .meta({
    id: 'Reason',
    description: '`reason` is a stable key and `params` its values; `message` says the same in English.',
  });

export const errorSchema = z
  .object({
    error: z.string(),
    message: z.string(),
    reason: z.string().optional(),
    params: params.optional(),
    details: jsonValue.optional(),
  })
  .meta({
    id: 'Error',
    description:
      'What was wrong. `error` is a stable code, `message` is for people. `reason` and `params` say in data what `message` says in English, where the code alone does not. The issues of `validation_failed` (in `details`) have a `code` and `params` likewise: of the schema, or of a reason.',
  });
export type ErrorBody = z.infer<typeof errorSchema>;

/** The body of a 429, the only one in snake case. */
export const rateLimitErrorSchema = z
  .object({ error: z.literal('rate_limit_exceeded'), message: z.string(), retry_after: z.int() })
  .meta({ id: 'RateLimitError' });
export type RateLimitErrorBody = z.infer<typeof rateLimitErrorSchema>;
