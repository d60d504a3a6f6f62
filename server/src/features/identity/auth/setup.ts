// The first administrator: created by the first caller, or at start from the environment.

import { randomInt } from 'node:crypto';
import { accountSchema, type NewAccount, type Session } from '@lectern/contract/identity/auth';
import type { FirstAdmin } from '#infrastructure/config/rules.ts';
import { conflict, Problem, reason, StartError } from '#infrastructure/errors.ts';
import type { JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { makeReadableCode } from '#infrastructure/text/readable-code.ts';
import type { AuthParts } from './parts.ts';
import { toAgent } from './session-answer.ts';

export type Setup = ReturnType<typeof createSetup>;

export function createSetup({
  accounts,
  sessions,
  answers,
  registers,
  invites,
  connects,
  mails,
  resetsByMail,
  firstRun,
}: AuthParts) {
  return {
    async status(request: CallRequest) {
      const hasUsers = await accounts.hasAny();
      const mailEnabled = await mails();
      const setupCodeRequired = !hasUsers && firstRun.needsCode(request);
      return {
        setupRequired: !hasUsers,
        hasUsers,
        registrationEnabled: registers(),
        invitationsEnabled: invites(),
        quickConnectEnabled: connects(),
        mailEnabled,
        passwordResetByMail: mailEnabled && resetsByMail(),
        ...(setupCodeRequired && { setupCodeRequired }),
      };
    },

    /**
     * Throws `conflict` if a user exists. Of concurrent calls in any process, one succeeds. Throws `forbidden` if the
     * required setup code is missing or wrong.
     */
    async initialize(
      { setupCode, ...account }: NewAccount & { setupCode?: string | undefined },
      request: CallRequest,
    ): Promise<JsonAnswer<Session>> {
      if (await accounts.hasAny()) throw conflict(reason('set_up_already'));
      firstRun.check(setupCode, request);
      const created = await accounts.createFirst({ ...account, role: 'admin' });
      if (!created) throw conflict(reason('set_up_already'));
      const session = await sessions.start(created, toAgent(request));
      return answers.toAnswer(session, request, { status: 201, knowDevice: true });
    },

    /**
     * Creates the administrator of the environment if no user exists. Returns the generated password, which is shown
     * once; undefined if a password was given or nothing had to be done. Throws StartError if the account cannot be
     * created.
     */
    async ensureFirstAdmin(wanted: FirstAdmin): Promise<string | undefined> {
      if (await accounts.hasAny()) return undefined;
      const generated =
        wanted.password === undefined ? makeReadableCode((below) => randomInt(below)) : undefined;
      // infrastructure/config/rules.ts has validated the values of the environment.
      const account = accountSchema.parse({ ...wanted, password: wanted.password ?? generated });
      const created = await accounts.createFirst({ ...account, role: 'admin' }).catch(explain);
      return created && generated;
    },
  };
}

function explain(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new StartError(`The first administrator cannot be created: ${error.message}`, { cause: error });
}
