// Sign-in, registration and sign-out. Every failed sign-in looks the same, takes the same work, and is logged without
// the typed text, because users type passwords into the name field.

import type { NewAccount, Session } from '@lectern/contract/identity/auth';
import type { Account } from '#features/identity/users/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { conflict, forbidden, Problem, reason, unauthorized } from '#infrastructure/errors.ts';
import type { JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { AuthParts } from './parts.ts';
import { toAgent } from './session-answer.ts';

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(parts: AuthParts) {
  const { accounts, sessions, answers, guard, log, registers } = parts;
  /** Returns 200 with a new session of an authenticated user. `client` is shown in the list of sessions. */
  async function start(
    account: Account,
    request: CallRequest,
    client = toAgent(request),
  ): Promise<JsonAnswer<Session>> {
    const knowDevice = answers.findDevice(request, account.id) === undefined;
    return answers.toAnswer(await sessions.start(account, client), request, {
      status: 200,
      knowDevice,
    });
  }

  return {
    /** Throws the same `unauthorized` for every cause, `rate_limit_exceeded` after too many failures. */
    async login(login: string, password: string, request: CallRequest): Promise<JsonAnswer<Session>> {
      const { account, foldedLogin } = await accounts.findByLogin(login);
      const deviceId = account && answers.findDevice(request, account.id);
      const attempt = { accountId: account?.id, login: foldedLogin, address: request.ip, deviceId };
      const admitted = await guard.admit(attempt, request.signal());
      const isRight = await accounts.checkPassword(account, password);
      if (!account || !isRight || account.isActive !== 1) {
        admitted.fail();
        log.warn({ requestId: request.id, address: request.ip, userId: account?.id }, 'sign-in failed');
        throw unauthorized(reason('wrong_credentials'));
      }
      admitted.succeed();
      return start(account, request);
    },

    start,

    async refresh(refreshToken: string, request: CallRequest): Promise<JsonAnswer<Session>> {
      const refreshed = await sessions.refresh(refreshToken);
      if (refreshed.kind === 'reused') {
        const { userId, sessionId } = refreshed;
        log.warn({ requestId: request.id, address: request.ip, userId, sessionId }, 'refresh token reused');
      }
      if (refreshed.kind !== 'renewed') throw unauthorized(reason('refresh_token_over'));
      const { session } = refreshed;
      guard.addKnownAddress(session.user.id, request.ip);
      return answers.toAnswer(session, request, { status: 200, knowDevice: false });
    },

    /** Ends the caller's session, and that of the refresh token if it also belongs to the caller. */
    async logout(
      viewer: Viewer,
      refreshToken: string | undefined,
      request: CallRequest,
    ): Promise<JsonAnswer> {
      if (refreshToken !== undefined) await sessions.endByToken(viewer.userId, refreshToken);
      if (viewer.sessionId !== null) await sessions.end(viewer.sessionId);
      return answers.toFarewell(request, viewer);
    },

    end: (sessionId: string) => sessions.end(sessionId),
    findSession: ({ userId, refreshToken }: { userId: string; refreshToken: string }) =>
      sessions.find(userId, refreshToken),
    endByToken: (userId: string, refreshToken: string) => sessions.endByToken(userId, refreshToken),

    /**
     * Throws `forbidden` if registration is disabled, `conflict` if name or address is taken. The error does not reveal
     * which of the two, so that a caller cannot find out whether an address is registered.
     */
    async register(account: NewAccount, request: CallRequest): Promise<JsonAnswer<Session>> {
      if (!registers()) throw forbidden(reason('registration_closed'));
      if (!(await accounts.hasAny())) throw conflict(reason('needs_administrator_first'));
      await guard.admitRegistration(request.ip, request.signal());
      const created = await accounts
        .create({ ...account, role: 'reader', choseEmail: true })
        .catch(refuseTaken);
      const session = await sessions.start(created, toAgent(request));
      return answers.toAnswer(session, request, { status: 201, knowDevice: true });
    },
  };
}

function refuseTaken(error: unknown): never {
  if (error instanceof Problem && error.code === 'conflict') throw conflict(reason('account_taken'));
  throw error;
}
