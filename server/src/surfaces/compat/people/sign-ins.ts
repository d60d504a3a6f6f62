// Successful and failed sign-ins: all of them for administrators, otherwise those of the user.
import { idParams } from '@lectern/contract/fields';
import { json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { Activity, SignIns } from '#features/identity/activity/index.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { anyQuery, read } from '../lists/descriptions.ts';
import { readWindow } from '../query/paging.ts';
import type { Query } from '../query/values.ts';
import { pageOf, toPage } from '../shapes/page.ts';
import { toMoment } from '../shapes/texts.ts';

const text = z.string().nullable();
const signInShape = z.object({
  userId: text,
  email: text,
  apiKeyId: text,
  apiKeyComment: text,
  ip: text,
  userAgent: text,
  success: z.boolean(),
  error: text,
  dateTime: z.string(),
  source: text,
});

const contract = routes('Compatible sign-ins', 'Sign-in history.', {
  own: read('/api/v2/users/me/authentication-activity', 'user', pageOf(signInShape)),
  all: read('/api/v2/users/authentication-activity', 'system:admin', pageOf(signInShape)),
  latest: {
    method: 'GET',
    path: '/{prefix}/api/v2/users/{id}/authentication-activity/latest',
    summary: '',
    access: 'system:admin',
    params: idParams,
    query: anyQuery,
    answers: { 200: json(signInShape) },
  },
});

const toSignIn = ({ kind, userId, username, apiKeyId, address, userAgent, at, via }: Activity) => ({
  userId,
  // The emulated server identifies users by e-mail address; this server by name.
  email: username,
  apiKeyId,
  apiKeyComment: null,
  ip: address,
  userAgent,
  success: kind === 'sign_in',
  error: kind === 'sign_in' ? null : 'Bad credentials',
  dateTime: toMoment(at),
  source: via,
});

export function createSignInRoutes(signIns: SignIns): MountedRoute[] {
  async function list(query: Query, userId?: string) {
    const window = readWindow(query);
    const limit = window.size;
    const [total, rows] = await Promise.all([
      signIns.count(userId),
      signIns.list(userId, { limit, offset: window.page * limit }),
    ]);
    return toPage({ content: rows.map(toSignIn), total, window, isSorted: false });
  }
  return implement(contract, {
    own: ({ viewer, query }) => list(query, viewer.userId),
    all: ({ query }) => list(query),
    async latest({ params }) {
      const [row] = await signIns.list(params.id, { limit: 1, offset: 0 });
      if (!row) throw notFound('sign-in');
      return toSignIn(row);
    },
  });
}
