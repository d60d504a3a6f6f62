// Errors in the language of the interface: by the error code of the API, and by the code of each validation issue.
// English shows the server's own sentence where that says more.

import type { ErrorCode, Issue } from '@lectern/contract/errors';
import type { ReasonKey } from '@lectern/contract/reasons';
import { isRecord, toRecord } from '@lectern/contract/records';
import { getLanguage } from './language.ts';
import type { Values } from './message.ts';
import { isMessageKey, type MessageKey, translate as t } from './translate.ts';

/** An error of the API as api/call.ts throws it. */
interface Reported extends Error {
  code: string;
  reason?: string;
  params?: Values;
  details?: unknown;
  retryAfterSeconds?: number;
}

/** The message of a 429 takes its seconds. */
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
  // `fetch` throws it when the server cannot be reached.
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
  if (getLanguage() === 'en') return message;
  return isReason(code) ? fillReason(code, params) : t('validation.other');
}

/** Messages without values. */
type PlainKey = Exclude<
  Extract<MessageKey, `validation.${string}`>,
  `validation.too_${string}` | 'validation.not_multiple_of'
>;
const isPlain = (key: string): key is PlainKey => isMessageKey(key);
