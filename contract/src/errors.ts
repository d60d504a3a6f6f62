// Error codes and error bodies of the API.
import { z } from 'zod';
import { jsonValue } from './fields.ts';

/** HTTP status of each error code. The meaning of a published code never changes. */
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
  mail_failed: 502,
  plugin_failed: 502,
  unavailable: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

const params = z.record(z.string(), z.union([z.string(), z.number()]));

/** `code` and `params` are the machine-readable form of `message`: a zod issue code, `required`, or a reason. */
export const issueSchema = z
  .object({
    path: z.string(),
    message: z.string(),
    code: z.string().optional(),
    params: params.optional(),
  })
  .meta({ id: 'Issue' });
export type Issue = z.infer<typeof issueSchema>;

/** Failure of a task, scan or part of an operation. */
export const reasonSchema = z
  .object({ reason: z.string(), params: params.optional(), message: z.string() })
  .meta({
    id: 'Reason',
    description: '`reason` is a stable key with the values `params`; `message` is the English text.',
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
      'Error response. `error` is a stable code and `message` an English text for users. If the message is more specific than the code, `reason` and `params` are its machine-readable form. For `validation_failed`, `details` contains issues with a `code` and `params`.',
  });
export type ErrorBody = z.infer<typeof errorSchema>;

/** Body of a 429 response. The only body in snake case. */
export const rateLimitErrorSchema = z
  .object({ error: z.literal('rate_limit_exceeded'), message: z.string(), retry_after: z.int() })
  .meta({ id: 'RateLimitError' });
export type RateLimitErrorBody = z.infer<typeof rateLimitErrorSchema>;
