// The current user: account, sign-out, and client settings.
import { empty, json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Credentials } from '../credentials.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { anyQuery } from '../lists/descriptions.ts';
import { toCaller, userShape } from '../shapes/user.ts';
import { type ClientSetting, createClientSettings } from './client-settings.ts';

const user = { 200: json(userShape) };
const settings = { 200: json(z.record(z.string(), z.object({ value: z.string() }))) };
const me = (path: string) =>
  ({ method: 'GET', path, summary: '', access: 'user', query: anyQuery, answers: user }) as const;
const logout = (method: 'GET' | 'POST') =>
  ({
    method,
    path: '/{prefix}/api/logout',
    summary: '',
    access: 'anyone',
    query: anyQuery,
    answers: { 204: empty() },
  }) as const;

const contract = routes('Compatible sessions', 'The current user, for apps made for another server.', {
  me: me('/{prefix}/api/v2/users/me'),
  meBefore: me('/{prefix}/api/v1/users/me'),
  logout: logout('GET'),
  logoutByPost: logout('POST'),
  setCookie: {
    method: 'GET',
    path: '/{prefix}/api/v1/login/set-cookie',
    summary: '',
    access: 'user',
    query: anyQuery,
    answers: { 204: empty() },
  },
  globalSettings: {
    method: 'GET',
    path: '/{prefix}/api/v1/client-settings/global/list',
    summary: '',
    access: 'anyone',
    query: anyQuery,
    answers: settings,
  },
  ownSettings: {
    method: 'GET',
    path: '/{prefix}/api/v1/client-settings/user/list',
    summary: '',
    access: 'user',
    query: anyQuery,
    answers: settings,
  },
  saveSettings: {
    method: 'PATCH',
    path: '/{prefix}/api/v1/client-settings/user',
    summary: '',
    access: 'progress:write',
    body: z.record(z.string(), z.looseObject({ value: z.string() })),
    answers: { 204: empty() },
  },
  removeSettings: {
    method: 'DELETE',
    path: '/{prefix}/api/v1/client-settings/user',
    summary: '',
    access: 'progress:write',
    body: z.array(z.string()),
    answers: { 204: empty() },
  },
});

interface Dependencies extends CompatDependencies {
  credentials: Credentials;
}

export function createPeopleRoutes({ auth, services, credentials }: Dependencies): MountedRoute[] {
  const clientSettings = createClientSettings(services.preferences);
  const end = async (request: Parameters<Credentials['end']>[0]) =>
    answer(undefined, { status: 204, headers: await credentials.end(request) });
  return implement(contract, {
    me: async ({ viewer }) => toCaller(await auth.currentUser(viewer), viewer),
    meBefore: async ({ viewer }) => toCaller(await auth.currentUser(viewer), viewer),
    logout: ({ request }) => end(request),
    logoutByPost: ({ request }) => end(request),
    setCookie() {},
    globalSettings: (): Record<string, ClientSetting> => ({}),
    ownSettings: ({ viewer }) => clientSettings.list(viewer),
    saveSettings: ({ viewer, body }) => clientSettings.save(viewer, body),
    removeSettings: ({ viewer, body }) => clientSettings.remove(viewer, body),
  });
}
