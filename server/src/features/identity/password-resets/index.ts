// Links by which a user sets a new password.
import { passwordResets as contract } from '@lectern/contract/identity/password-resets';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { type PasswordResetDependencies, PasswordResets } from './service.ts';

export { commandLineHours, type PasswordResets } from './service.ts';

/** Only this response contains the secret, so no proxy may cache it. */
const once = { status: 201, headers: { 'Cache-Control': 'no-store' } };

export function createPasswordResets(deps: PasswordResetDependencies): {
  service: PasswordResets;
  routes: MountedRoute[];
} {
  const service = new PasswordResets(deps);
  const routes = implement(contract, {
    create: async ({ viewer, params, body }) =>
      answer(
        await service.create(viewer, params.id, {
          hours: body.expiresInHours,
          sendMail: body.sendMail,
          language: body.language ?? null,
        }),
        once,
      ),
    request: ({ body, request }) => service.request(body.login, body.language ?? null, request),
    check: ({ body, request }) => service.check(body.secret, request),
    use: ({ body, request }) => service.use(body, request),
  });
  return { service, routes };
}
