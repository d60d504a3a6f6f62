// The routes of accounts, for administrators.
import { users } from '@lectern/contract/identity/users';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { createRestrictions } from './restrictions.ts';
import type { UserService } from './service.ts';

type Restrictions = ReturnType<typeof createRestrictions>;

export const createUserRoutes = (service: UserService, restrictions: Restrictions): MountedRoute[] =>
  implement(users, {
    list: ({ query, request }) => service.list(query, request.url),
    create: async ({ viewer, body }) => answer(await service.create(viewer, body), { status: 201 }),
    get: ({ params }) => service.get(params.id),
    update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
    remove: ({ viewer, params }) => service.remove(viewer, params.id),
    getRestrictions: ({ viewer, params }) => restrictions.get(viewer, params.id),
    setRestrictions: ({ viewer, params, body }) => restrictions.set(viewer, params.id, body),
  });
