// The messages of failed sign-ins.

import type { SignInFault } from '@lectern/contract/identity/oidc';
import { toRecord } from '@lectern/contract/records';
import { ApiError } from '../../api/call.ts';
import { describeError } from '../../i18n/errors.ts';
import type { Translate } from '../../i18n/translate.ts';

export function describeSignInError(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return describeError(error);
  if (error.status === 401) return t('signIn.wrong');
  if (error.status === 429) return t('signIn.tooMany', { seconds: error.retryAfterSeconds ?? 60 });
  if (isSetupCodeFault(error)) return t('signIn.setupCodeWrong');
  if (error.status === 409) return t('signIn.taken');
  if (error.status === 503) return t('signIn.busy');
  return describeError(error);
}

const isSetupCodeFault = ({ status, details }: ApiError): boolean =>
  status === 403 && toRecord(details).reason === 'setup_code';

/** Errors of a sign-in by a provider, by their code or by the reason in the URL. */
export function describeProviderError(fault: SignInFault, t: Translate): string {
  if (fault === 'denied') return t('signIn.denied');
  if (fault === 'conflict') return t('signIn.emailTaken');
  if (fault === 'forbidden') return t('signIn.refused');
  if (fault === 'unauthorized') return t('signIn.unverified');
  if (fault === 'unavailable') return t('signIn.providerSilent');
  return t('signIn.notFinished');
}
