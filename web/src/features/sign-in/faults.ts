// What went wrong with signing in, in words that help.
import type { SignInFault } from '@lectern/contract/oidc';
import { ApiError } from '../../api/call.ts';
import { toMessage } from '../../ui/states.tsx';
import type { useText } from './words/index.ts';

export function showErrorOf(error: unknown, t: ReturnType<typeof useText>): string {
  if (!(error instanceof ApiError)) return toMessage(error);
  if (error.status === 401) return t('wrong');
  if (error.status === 429) return t('tooMany', { seconds: error.retryAfterSeconds ?? 60 });
  if (isSetupCodeFault(error)) return t('setupCodeWrong');
  if (error.status === 409) return t('taken');
  if (error.status === 503) return t('busy');
  return error.message;
}

const isSetupCodeFault = ({ status, details }: ApiError): boolean =>
  status === 403 && (details as { reason?: unknown } | undefined)?.reason === 'setup_code';

/** Of a sign-in by a provider: by the code of the error, or by what the way back from it says. */
export function showProviderError(fault: SignInFault, t: ReturnType<typeof useText>): string {
  if (fault === 'denied') return t('denied');
  if (fault === 'conflict') return t('emailTaken');
  if (fault === 'forbidden') return t('refused');
  if (fault === 'unauthorized') return t('unverified');
  if (fault === 'unavailable') return t('providerSilent');
  return t('notFinished');
}
