// Invitations: links that let a person create an account.
import { invitations as contract } from '@lectern/contract/identity/invitations';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { type InvitationDependencies, Invitations } from './service.ts';

/** Only this response contains the secret, so no proxy may cache it. */
const once = { status: 201, headers: { 'Cache-Control': 'no-store' } };

export type { Invitations };

export function createInvitations(deps: InvitationDependencies): {
  service: Invitations;
  routes: MountedRoute[];
} {
  const service = new Invitations(deps);
  const routes = implement(contract, {
    list: ({ viewer }) => service.list(viewer),
    create: async ({ viewer, body }) => answer(await service.create(viewer, body), once),
    revoke: ({ viewer, params }) => service.revoke(viewer, params.id),
    check: ({ body, request }) => service.check(body.secret, request),
    join: ({ body, request }) => service.join(body, request),
  });
  return { service, routes };
}
