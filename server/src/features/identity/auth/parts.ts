// The dependencies that the services of authentication share.
import type { ApiKeys } from '#features/identity/api-keys/index.ts';
import type { FirstRun } from '#features/identity/setup-code/index.ts';
import type { SignInGuard } from '#features/identity/sign-in-protection/index.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import type { Credentials } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Log } from '#infrastructure/log.ts';
import type { Tokens } from '../tokens/index.ts';
import type { SessionAnswers } from './session-answer.ts';
import type { Sessions } from './sessions.ts';
import type { VerificationCache } from './verification-cache.ts';

export interface AuthParts {
  database: Database;
  accounts: Accounts;
  apiKeys: Pick<ApiKeys, 'isKey' | 'verify' | 'verifyById' | 'verifyDigest'>;
  credentials: Credentials<string>;
  changes: IdentityChanges;
  clock: Clock;
  log: Log;
  tokens: Tokens;
  sessions: Sessions;
  answers: SessionAnswers;
  guard: SignInGuard;
  memory: VerificationCache;
  firstRun: FirstRun;
  /** Lifetime of a session. */
  lifetimeMs: number;
  /** Whether registration is enabled. */
  registers(): boolean;
  /** Whether invitations are enabled. */
  invites(): boolean;
  /** Whether quick connect is enabled. */
  connects(): boolean;
  /** Whether links can be sent by e-mail. */
  mails(): Promise<boolean>;
  /** Whether users can request links that set a new password. */
  resetsByMail(): boolean;
}
