// Quick connect: sign-in of a device by a code that a signed-in user approves.
import { quickConnect as contract } from '@lectern/contract/identity/quick-connect';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { type Collected, type QuickConnectDependencies, QuickConnects } from './service.ts';

export type { Collected, QuickConnects };

/** Responses with secrets must not be cached. */
const headers = { 'Cache-Control': 'no-store' };

export function createQuickConnect(deps: QuickConnectDependencies): {
  service: QuickConnects;
  routes: MountedRoute[];
} {
  const service = new QuickConnects(deps);
  const routes = implement(contract, {
    start: async ({ body, request }) => answer(await service.start(body, request), { status: 201, headers }),
    async poll({ body, request }) {
      const collected = await service.collect(body.secret, request);
      if ('session' in collected)
        return {
          ...collected.session,
          value: { state: collected.state, session: collected.session.value, apiKey: null },
        };
      const apiKey = 'apiKey' in collected ? collected.apiKey : null;
      return answer({ state: collected.state, session: null, apiKey }, { headers });
    },
    check: ({ viewer, body, request }) => service.check(viewer, body.code, request),
    approve: ({ viewer, body, request }) => service.approve(viewer, body.code, request),
    deny: ({ viewer, body, request }) => service.deny(viewer, body.code, request),
  });
  return { service, routes };
}
