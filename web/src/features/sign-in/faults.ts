// What went wrong with signing in, in words that help.
import { ApiError } from '../../api/call.ts';
import { toMessage } from '../../ui/states.tsx';
import type { useText } from './words/index.ts';

export function tellFaultOf(error: unknown, t: ReturnType<typeof useText>): string {
  if (!(error instanceof ApiError)) return toMessage(error);
  if (error.status === 401) return t('wrong');
  if (error.status === 429) return t('tooMany', { seconds: error.retryAfterSeconds ?? 60 });
  if (error.status === 409) return t('taken');
  if (error.status === 503) return t('busy');
  return error.message;
}

/** Of a sign-in by a provider, by the code of the error. */
export function tellProviderFault(code: string, t: ReturnType<typeof useText>): string {
  if (code === 'conflict') return t('emailTaken');
  if (code === 'forbidden' || code === 'unauthorized') return t('refused');
  if (code === 'unavailable') return t('providerSilent');
  return t('notFinished');
}
