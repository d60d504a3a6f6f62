// The kinds of activities with their messages.
import type { ActivityKind } from '@lectern/contract/values';

export const kindLabels = {
  sign_in: 'signIn',
  sign_in_failed: 'signInFailed',
  sign_out: 'signOut',
  change: 'change',
} as const satisfies Record<ActivityKind, string>;

/** The authentication method. Sessions are the usual one and are not named. */
export const viaLabels = {
  password: 'administration.activity.viaPassword',
  oidc: 'administration.activity.viaOidc',
  'api-key': 'administration.activity.viaApiKey',
  pin: 'administration.activity.viaPin',
} as const;
