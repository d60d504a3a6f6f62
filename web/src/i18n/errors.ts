// Translates errors by the API's error code, and by the code of each validation issue. In English, uses the server's message
// if it is more specific.

import type { ErrorCode, Issue } from '@lectern/contract/errors';
import type { ReasonKey } from '@lectern/contract/reasons';
import { isRecord, toRecord } from '@lectern/contract/records';
import { getLanguage } from './language.ts';
import type { Values } from './message.ts';
import { isMessageKey, type MessageKey, translate as t } from './translate.ts';

/** An error as thrown by api/call.ts. */
interface Reported extends Error {
  code: string;
  reason?: string;
  params?: Values;
  details?: unknown;
  retryAfterSeconds?: number;
}

/** The message of a 429 contains its seconds. */
const isKnown = (code: string): code is Exclude<ErrorCode, 'rate_limit_exceeded'> =>
  isMessageKey(`errors.${code}`);

const isReported = (error: unknown): error is Reported =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

const isIssue = (value: unknown): value is Issue => isRecord(value) && typeof value.path === 'string';

/** The validation issues in the details of an error. */
export function readIssues(details: unknown): Issue[] {
  const { issues } = toRecord(details);
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

/** One sentence for any thrown value. */
export function describeError(error: unknown): string {
  // Thrown by `fetch` if the server is unreachable.
  if (error instanceof TypeError) return t('ui.unreachable');
  if (!isReported(error))
    return getLanguage() === 'en' && error instanceof Error ? error.message : t('ui.failed');
  const { code, message, params, details, retryAfterSeconds } = error;
  const { reason: detail, entry } = toRecord(details);
  const issues = readIssues(details);
  if (code === 'validation_failed' && issues.length > 0)
    return [...new Set(issues.map(describeAtPath))].join(' ');
  if (code === 'rate_limit_exceeded')
    return t('errors.rate_limit_exceeded', { seconds: retryAfterSeconds ?? 60 });
  if (getLanguage() === 'en') return message;
  const reason = [error.reason, `backup_${detail}`, `file_${detail}`].find(isReason);
  if (reason) return fillReason(reason, { entry: String(entry ?? ''), ...params });
  return t(isKnown(code) ? `errors.${code}` : 'errors.internal');
}

export const fillReason = (key: ReasonKey, params: Values = {}): string => t(`reasons.${key}`, params);

export const isReason = (key: string | undefined): key is ReasonKey => isMessageKey(`reasons.${key}`);

function describeAtPath(issue: Issue): string {
  const field = issue.path.replace(/^(body|query)[.]?/, '');
  return field ? t('errors.atField', { field, message: describeIssue(issue) }) : describeIssue(issue);
}

const ofKind = ['string', 'number', 'array'] as const;

/** The problem with one value. */
export function describeIssue({ code, params = {}, message }: Issue): string {
  const origin = ofKind.find((one) => one === params.origin) ?? 'number';
  if (code === 'too_small') return t(`validation.too_small_${origin}`, { minimum: params.minimum ?? 0 });
  if (code === 'too_big') return t(`validation.too_big_${origin}`, { maximum: params.maximum ?? 0 });
  if (code === 'not_multiple_of') return t('validation.not_multiple_of', { divisor: params.divisor ?? 1 });
  const specific = `validation.${code}_${code === 'invalid_format' ? params.format : params.expected}`;
  if (isPlain(specific)) return t(specific);
  const general = `validation.${code}`;
  if (isPlain(general)) return t(general);
  if (getLanguage() === 'en') return message;
  return isReason(code) ? fillReason(code, params) : t('validation.other');
}

/** Messages without parameters. */
type PlainKey = Exclude<
  Extract<MessageKey, `validation.${string}`>,
  `validation.too_${string}` | 'validation.not_multiple_of'
>;
const isPlain = (key: string): key is PlainKey => isMessageKey(key);
