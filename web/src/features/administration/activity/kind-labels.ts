// The kinds of activities with their messages.
import type { ActivityKind } from '@lectern/contract/values';

export const kindLabels = {
  sign_in: 'signIn',
  sign_in_failed: 'signInFailed',
  sign_out: 'signOut',
  change: 'change',
} as const satisfies Record<ActivityKind, string>;

/** The authentication method. */
export const viaLabels = {
  password: 'administration.activity.viaPassword',
  oidc: 'administration.activity.viaOidc',
  bearer: 'administration.activity.viaBearer',
  cookie: 'administration.activity.viaCookie',
  'api-key': 'administration.activity.viaApiKey',
} as const;
