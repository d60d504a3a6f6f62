// Identity: accounts, sessions, API keys, sign-in providers.
import type { CredentialKind } from '@lectern/contract/values';
import { type ActivityFeature, createActivity } from '#features/identity/activity/index.ts';
import { type ApiKeyService, ApiKeys } from '#features/identity/api-keys/index.ts';
import { type Auth, createAuth, type Wait } from '#features/identity/auth/index.ts';
import { createBrowserAccountFeature } from '#features/identity/browser-accounts/index.ts';
import { createCredentialRoutes } from '#features/identity/credentials/index.ts';
import { createInvitations } from '#features/identity/invitations/index.ts';
import { createMail, type Mail } from '#features/identity/mail/index.ts';
import { createOidc } from '#features/identity/oidc/index.ts';
import { createPasswordResets, type PasswordResets } from '#features/identity/password-resets/index.ts';
import { ProfilePins } from '#features/identity/profile-pins/index.ts';
import { createQuickConnect } from '#features/identity/quick-connect/index.ts';
import { createUserViewRoutes } from '#features/identity/user-views/index.ts';
import {
  type Accounts,
  type Hasher,
  type RestrictionService,
  type UserService,
  Users,
} from '#features/identity/users/index.ts';
import { type Credentials, createCredentials } from '#infrastructure/access/credentials.ts';
import { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { TextSafe } from '#infrastructure/secrets/sealed-text.ts';
import type { Infrastructure } from './infrastructure.ts';

export interface IdentityOptions {
  /** How delays are waited for; tests do not wait. */
  wait?: Wait | undefined;
  /** Computes password hashes: Argon2id, unless a test wants it faster. */
  hasher?: Hasher | undefined;
  /** The secret of this server replaces the former one; see features/identity/server-secret. */
  takesNewSecret?: boolean | undefined;
}

export interface Identity {
  routes: MountedRoute[];
  auth: Auth;
  accounts: Accounts;
  changes: IdentityChanges;
  activity: ActivityFeature;
  users: UserService;
  restrictions: RestrictionService;
  apiKeys: ApiKeyService;
  passwordResets: PasswordResets;
  mail: Mail;
  /** Features of devices add their own kinds. */
  credentials: Credentials<CredentialKind>;
  close(): Promise<void>;
}

export async function createIdentity(
  { config, database, catalog, events, clock, log, besideServer }: Infrastructure,
  { wait, hasher, takesNewSecret = false }: IdentityOptions,
): Promise<Identity> {
  const changes = new IdentityChanges(events);
  const credentials = createCredentials<CredentialKind>();
  const { accounts, external, ...users } = new Users({
    database,
    visibility: catalog.visibility,
    credentials,
    changes,
    clock,
    hasher,
  });
  const apiKeys = new ApiKeys(database, changes, clock, log);
  credentials.add('api_key', apiKeys.credentials);
  const time = { clock, wait };
  const auth = await createAuth({
    config,
    database,
    accounts,
    apiKeys,
    credentials,
    changes,
    events,
    log,
    takesNewSecret,
    besideServer,
    mails: () => mail.service.canSendLinks(),
    time,
  });
  const mail = createMail({
    config,
    database,
    safe: new TextSafe(auth.deriveKey('password of the mail server')),
    clock,
  });
  const activity = createActivity({ config, database, accounts, clock, log });
  const startSession: Auth['startSession'] = async (account, request) => {
    const session = await auth.startSession(account, request);
    activity.recordProviderSignIn(account, request);
    return session;
  };
  const ofLinks = { database, accounts, auth, withAccountLock: users.withLock, mail: mail.service, clock };
  const invitations = createInvitations({ ...ofLinks, isOn: () => config.auth.invitationsEnabled });
  const passwordResets = createPasswordResets({
    ...ofLinks,
    log,
    isByMail: () => config.auth.passwordResetByMail,
  });
  const quickConnect = createQuickConnect({
    database,
    accounts,
    apiKeys: apiKeys.service,
    auth,
    clock,
    log,
    isOn: () => config.auth.quickConnectEnabled,
  });
  const browser = createBrowserAccountFeature({
    config,
    auth,
    accounts,
    invitations: invitations.service,
    quickConnects: quickConnect.service,
    pins: new ProfilePins({ config, database, accounts, guard: auth.guard, clock, log }),
    changes,
    database,
    clock,
  });
  const oidc = createOidc({
    config,
    database,
    clock,
    log,
    external,
    startSession,
    browser: browser.service,
  });
  return {
    auth,
    accounts,
    changes,
    activity,
    users: users.service,
    restrictions: users.restrictions,
    apiKeys: apiKeys.service,
    passwordResets: passwordResets.service,
    mail: mail.service,
    credentials,
    routes: [
      ...activity.routes,
      ...auth.routes,
      ...browser.routes,
      ...oidc.routes,
      ...users.routes,
      ...createUserViewRoutes(catalog, accounts),
      ...invitations.routes,
      ...passwordResets.routes,
      ...mail.routes,
      ...quickConnect.routes,
      ...apiKeys.routes,
      ...createCredentialRoutes(database, accounts, credentials, changes),
    ],
    async close() {
      await Promise.all([apiKeys.close(), activity.close(), passwordResets.service.close()]);
    },
  };
}
