// What went wrong, in the language that is shown: by the code of an error of the API, and for what was typed by the code
// of each issue. In English the server's own sentence is shown where it says more than the code does.
import type { ErrorCode, Issue } from '@lectern/contract/errors';
import { getLanguage } from './language.ts';
import { type MessageKey, translate as t } from './translate.ts';

/** An error of the API as the client throws it (api/call.ts). */
interface Reported extends Error {
  code: string;
  details?: unknown;
  retryAfterSeconds?: number;
}

export const messageOfCode = {
  validation_failed: 'errors.validation_failed',
  invalid_json: 'errors.invalid_json',
  unauthorized: 'errors.unauthorized',
  forbidden: 'errors.forbidden',
  not_found: 'errors.not_found',
  method_not_allowed: 'errors.method_not_allowed',
  request_timeout: 'errors.request_timeout',
  conflict: 'errors.conflict',
  gone: 'errors.gone',
  precondition_failed: 'errors.precondition_failed',
  payload_too_large: 'errors.payload_too_large',
  unsupported_media_type: 'errors.unsupported_media_type',
  range_not_satisfiable: 'errors.range_not_satisfiable',
  misdirected_request: 'errors.misdirected_request',
  page_extraction_failed: 'errors.page_extraction_failed',
  backup_refused: 'errors.backup_refused',
  rate_limit_exceeded: 'errors.rate_limit_exceeded',
  header_fields_too_large: 'errors.header_fields_too_large',
  internal: 'errors.internal',
  unavailable: 'errors.unavailable',
  insufficient_storage: 'errors.insufficient_storage',
} as const satisfies Record<ErrorCode, MessageKey>;

/** That of a 429 is told with its seconds. */
const isKnown = (code: string): code is Exclude<ErrorCode, 'rate_limit_exceeded'> =>
  Object.hasOwn(messageOfCode, code);

const isReported = (error: unknown): error is Reported =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** One sentence for whatever was thrown. */
export function describeError(error: unknown): string {
  // What `fetch` throws when the server cannot be reached.
  if (error instanceof TypeError) return t('ui.unreachable');
  if (!isReported(error))
    return getLanguage() === 'en' && error instanceof Error ? error.message : t('ui.failed');
  const { code, message, details, retryAfterSeconds } = error;
  const { issues = [], field } = (details ?? {}) as { issues?: readonly Issue[]; field?: unknown };
  if (code === 'validation_failed' && issues.length > 0)
    return [...new Set(issues.map(describeAtPath))].join(' ');
  if (code === 'rate_limit_exceeded')
    return t('errors.rate_limit_exceeded', { seconds: retryAfterSeconds ?? 60 });
  if (getLanguage() === 'en') return message;
  if (code === 'conflict' && typeof field === 'string') return t('errors.taken');
  return t(isKnown(code) ? messageOfCode[code] : 'errors.internal');
}

function describeAtPath(issue: Issue): string {
  const field = issue.path.replace(/^(body|query)[.]?/, '');
  return field ? t('errors.atField', { field, message: describeIssue(issue) }) : describeIssue(issue);
}

const ofKind = ['string', 'number', 'array'] as const;

/** What is wrong with one value. */
export function describeIssue({ code, params = {}, message }: Issue): string {
  const origin = ofKind.find((one) => one === params.origin) ?? 'number';
  if (code === 'too_small') return t(`validation.too_small_${origin}`, { minimum: params.minimum ?? 0 });
  if (code === 'too_big') return t(`validation.too_big_${origin}`, { maximum: params.maximum ?? 0 });
  if (code === 'not_multiple_of') return t('validation.not_multiple_of', { divisor: params.divisor ?? 1 });
  const specific = `validation.${code}_${code === 'invalid_format' ? params.format : params.expected}`;
  if (isPlain(specific)) return t(specific);
  const general = `validation.${code}`;
  if (isPlain(general)) return t(general);
  return getLanguage() === 'en' ? message : t('validation.other');
}

const plain = [
  'validation.required',
  'validation.invalid_type',
  'validation.invalid_type_int',
  'validation.invalid_type_number',
  'validation.invalid_type_string',
  'validation.invalid_type_boolean',
  'validation.invalid_type_array',
  'validation.invalid_format',
  'validation.invalid_format_email',
  'validation.invalid_format_url',
  'validation.invalid_format_date',
  'validation.invalid_format_datetime',
  'validation.invalid_value',
  'validation.invalid_union',
  'validation.invalid_key',
  'validation.invalid_element',
  'validation.unrecognized_keys',
] as const satisfies readonly MessageKey[];

const isPlain = (key: string): key is (typeof plain)[number] => plain.some((one) => one === key);
