// The routes of setup, sessions and the caller's own account.
import { auth, setup as setupRoutes } from '@lectern/contract/identity/auth';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { OwnAccount } from './own-account.ts';
import type { Setup } from './setup.ts';
import type { SignIn } from './sign-in.ts';

export const createAuthRoutes = (setup: Setup, signIn: SignIn, ownAccount: OwnAccount): MountedRoute[] => [
  ...implement(setupRoutes, {
    status: ({ request }) => setup.status(request),
    initialize: ({ body, request }) => setup.initialize(body, request),
  }),
  ...implement(auth, {
    login: ({ body, request }) => signIn.login(body.username, body.password, request),
    refresh: ({ body, request }) => signIn.refresh(body.refreshToken, request),
    logout: ({ viewer, body, request }) => signIn.logout(viewer, body?.refreshToken, request),
    register: ({ body, request }) => signIn.register(body, request),
    me: ({ viewer }) => ownAccount.get(viewer),
    currentUser: ({ viewer }) => ownAccount.get(viewer),
    listSessions: ({ viewer }) => ownAccount.listSessions(viewer),
    endSession: ({ viewer, params }) => ownAccount.endSession(viewer, params.id),
    endOtherSessions: ({ viewer }) => ownAccount.endOtherSessions(viewer),
    setLanguage: ({ viewer, body }) => ownAccount.setLanguage(viewer, body.language),
    changePassword: ({ viewer, body, request }) => ownAccount.changePassword(viewer, body, request),
  }),
];
