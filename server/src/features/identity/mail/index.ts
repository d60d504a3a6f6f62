// The mail server, and the messages that are sent through it.
import { mail as contract } from '@lectern/contract/identity/mail';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { Mail, type MailDependencies } from './service.ts';

export { formatTime, toTexts } from './texts.ts';
export type { Mail };

export function createMail(deps: MailDependencies): { service: Mail; routes: MountedRoute[] } {
  const service = new Mail(deps);
  const routes = implement(contract, {
    get: () => service.getStatus(),
    set: ({ viewer, body }) => service.save(viewer, body),
    remove: ({ viewer }) => service.remove(viewer),
    test: ({ viewer, body }) => service.test(viewer, body),
  });
  return { service, routes };
}
