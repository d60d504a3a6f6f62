import { expect, test } from 'vitest';
import { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import { LocalBus } from '#infrastructure/events/bus.ts';
import { silentLog } from '#infrastructure/log.ts';
import type { UserTable } from '#schema/tables/identity/user.ts';
import { Tokens } from '../tokens/index.ts';
import { createAuthenticate } from './authenticate.ts';
import { createVerificationCache, freshMs } from './verification-cache.ts';

function aDoor() {
  let nowMs = 1_700_000_000_000;
  let asked = 0;
  let user: UserTable | undefined = {
    id: 'u1',
    role: 'reader',
    extraPermissions: '["tasks:read"]',
    sharedLibraryIds: '["l1"]',
    sharingTags: '[]',
    maxAgeRating: null,
    allowUnrated: 1,
  } as UserTable;
  const clock = () => nowMs;
  const changes = new IdentityChanges(new LocalBus(silentLog));
  const tokens = new Tokens('a secret of more than thirty-two characters', clock);
  const authenticate = createAuthenticate({
    tokens,
    sessions: {
      async findUser() {
        asked++;
        await new Promise(setImmediate);
        return user;
      },
    },
    apiKeys: { verify: async () => undefined },
    memory: createVerificationCache({ changes, clock }),
    sessionCookie: { find: () => undefined },
  });
  const token = tokens.sign('access', { userId: 'u1', sessionId: 's1', expiresAtMs: nowMs + 2_000 });
  const headers = { authorization: `Bearer ${token}` };
  return {
    changes,
    knock: () => authenticate({ headers, protocol: 'http' }),
    asked: () => asked,
    pass: (ms: number) => {
      nowMs += ms;
    },
    remove: () => {
      user = undefined;
    },
  };
}

test('a viewer has the values of the user row', async () => {
  const { knock } = aDoor();
  const viewer = await knock();
  expect(viewer).toMatchObject({
    userId: 'u1',
    role: 'reader',
    via: 'bearer',
    sessionId: 's1',
    apiKeyId: null,
  });
  expect(viewer?.permissions.has('tasks:read')).toBe(true);
  expect(viewer?.libraryIds).toEqual(new Set(['l1']));
});

test('returns a recently verified viewer synchronously, without a query', async () => {
  const { knock, asked, pass } = aDoor();
  const viewer = await knock();
  pass(freshMs - 1);
  expect(knock()).toBe(viewer);
  expect(asked()).toBe(1);
  pass(1);
  await knock();
  expect(asked()).toBe(2);
});

test('runs one query for many concurrent requests', async () => {
  const { knock, asked } = aDoor();
  const viewers = await Promise.all(Array.from({ length: 50 }, knock));
  expect(asked()).toBe(1);
  expect(viewers.every((viewer) => viewer?.userId === 'u1')).toBe(true);
});

test('applies a change immediately to a cached viewer', async () => {
  const { knock, changes, remove } = aDoor();
  await knock();
  remove();
  expect(await knock()).toBeDefined();
  changes.announce();
  expect(await knock()).toBeUndefined();
});

test('applies a change immediately even during a running query', async () => {
  const { knock, changes, remove, asked } = aDoor();
  const early = knock();
  remove();
  changes.announce();
  const late = knock();
  expect(await late).toBeUndefined();
  await early;
  expect(await knock()).toBeUndefined();
  expect(asked()).toBe(3);
});

test('a token that expires while it is cached is rejected', async () => {
  const { knock, pass } = aDoor();
  pass(1_500);
  await knock();
  pass(500);
  expect(await knock()).toBeUndefined();
});

test('a clock that was set back does not prolong the cache', async () => {
  const { knock, pass, asked } = aDoor();
  await knock();
  pass(-60_000);
  await knock();
  expect(asked()).toBe(2);
});
