import { expect, test } from 'vitest';
import { LocalBus } from '#infrastructure/events/bus.ts';
import { silentLog } from '#infrastructure/log.ts';
import { maxWaitMs, SignInGuard } from './guard.ts';

const owner = { accountId: 'owner', login: 'anna', address: '192.0.2.1', deviceId: undefined };
const attacker = { ...owner, address: '203.0.113.9' };
const neverAborted = new AbortController().signal;

function aGuard() {
  let nowMs = 1_000_000_000;
  const waits: number[] = [];
  const guard = new SignInGuard({
    events: new LocalBus(silentLog),
    clock: () => nowMs,
    wait: async (ms) => {
      waits.push(ms);
      nowMs += ms;
    },
  });
  type Attempt = Parameters<typeof guard.admit>[0];
  /** Returns the delay in milliseconds, or `refused`. */
  const attempt = async (who: Attempt, isRight = false): Promise<number | 'refused'> => {
    const before = waits.length;
    try {
      const admitted = await guard.admit(who, neverAborted);
      if (isRight) admitted.succeed();
      else admitted.fail();
      return waits[before] ?? 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limit_exceeded' });
      return 'refused';
    }
  };
  return {
    attempt,
    guard,
    pass: (ms: number) => {
      nowMs += ms;
    },
    async attack(times: number, who: Attempt = attacker) {
      for (let i = 0; i < times; i++) await attempt(who);
    },
  };
}

test('five mistakes cause no delay, further ones increase it until a 429 reports the waiting time', async () => {
  const { attempt } = aGuard();
  const outcomes = [];
  for (let i = 0; i < 12; i++) outcomes.push(await attempt(owner));
  expect(outcomes).toEqual([0, 0, 0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 'refused', 'refused']);
});

test('a rejected attempt is not counted, and the password is checked after the reported wait', async () => {
  const { attempt, guard, attack, pass } = aGuard();
  await attack(10, owner);
  const refusal = await guard.admit(owner, neverAborted).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ headers: { 'Retry-After': '8' } });
  for (let i = 0; i < 50; i++) await attempt(owner);
  pass(8_000);
  expect(await attempt(owner)).toBe(0);
});

test('limits ten thousand guesses from changing addresses to a few dozen', async () => {
  const { attempt, pass } = aGuard();
  let looked = 0;
  for (let i = 0; i < 10_000; i++) {
    const address = `203.0.${i >> 8}.${i & 255}`;
    if ((await attempt({ ...attacker, address })) !== 'refused') looked++;
    pass(100);
  }
  // 1,000 seconds at one guess a minute, and the first ten.
  expect(looked).toBeLessThan(40);
});

test('also slows down guesses from one address with changing names', async () => {
  const { attempt } = aGuard();
  let refused = 0;
  for (let i = 0; i < 40; i++) {
    const outcome = await attempt({ ...attacker, accountId: undefined, login: `name-${i}` });
    if (outcome === 'refused') refused++;
  }
  expect(refused).toBeGreaterThan(5);
});

test('the owner can sign in from a known address during an attack', async () => {
  const { attempt, attack } = aGuard();
  await attempt(owner, true);
  await attack(100);
  expect(await attempt(attacker)).toBe('refused');
  expect(await attempt(owner, true)).toBe(0);
});

test('the owner can sign in from an address where one of their sessions was refreshed', async () => {
  const { attempt, attack, guard } = aGuard();
  guard.addKnownAddress('owner', owner.address);
  await attack(100);
  expect(await attempt(owner)).toBe(0);
});

test('the owner can sign in from a known device, even at the address of the attack', async () => {
  const { attempt, attack } = aGuard();
  await attack(100);
  expect(await attempt({ ...attacker, deviceId: 'd1' })).toBe(0);
});

test('a known device or address has the same limits for guessing', async () => {
  const { attempt, attack } = aGuard();
  await attempt(owner, true);
  await attack(11, owner);
  expect(await attempt(owner)).toBe('refused');
  const device = { ...attacker, deviceId: 'd1' };
  await attack(11, device);
  expect(await attempt(device)).toBe('refused');
});

test('an address is known for thirty days', async () => {
  const { attempt, attack, pass } = aGuard();
  await attempt(owner, true);
  pass(30 * 86_400_000);
  await attack(100);
  expect(await attempt(owner)).toBe('refused');
});

test('attempts for one account do not slow down another', async () => {
  const { attempt, attack } = aGuard();
  await attack(100);
  expect(await attempt({ ...owner, accountId: 'other', login: 'bob' })).toBe(0);
});

test("a user's own correct password does not reset the guesses of their address at other accounts", async () => {
  const { attempt } = aGuard();
  let refused = 0;
  for (let i = 0; i < 40; i++) {
    if ((await attempt({ ...attacker, accountId: `victim-${i}` })) === 'refused') refused++;
    await attempt({ ...attacker, accountId: 'thief' }, true);
  }
  expect(refused).toBeGreaterThan(5);
});

test('invented names do not displace the counters of accounts', async () => {
  const { attempt, attack, guard } = aGuard();
  await attack(11);
  for (let i = 0; i < 60_000; i++) {
    const stranger = {
      ...attacker,
      accountId: undefined,
      login: `n${i}`,
      address: `2001:db8:${i.toString(16)}::1`,
    };
    await guard.admit(stranger, neverAborted);
  }
  expect(await attempt(attacker)).toBe('refused');
});

test('concurrent attempts wait at most for the longest delay, one after the other', async () => {
  const waited: number[] = [];
  const guard = new SignInGuard({
    events: new LocalBus(silentLog),
    clock: () => 0,
    wait: async (ms) => waited.push(ms),
  });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => guard.admit(attacker, neverAborted)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  expect(waited).toEqual([250, 750, 1_750, 3_750]);
  expect(Math.max(...waited)).toBeLessThanOrEqual(maxWaitMs);
});

test('a school that signs in from one address concurrently is not delayed', async () => {
  const waited: number[] = [];
  const guard = new SignInGuard({
    events: new LocalBus(silentLog),
    clock: () => 0,
    wait: async (ms) => waited.push(ms),
  });
  const pupils = Array.from({ length: 200 }, (_, i) => ({ ...owner, accountId: `pupil-${i}` }));
  const admitted = await Promise.all(pupils.map((pupil) => guard.admit(pupil, neverAborted)));
  for (const { succeed } of admitted) succeed();
  expect(waited).toEqual([]);
});

test('registrations from one address are increasingly delayed', async () => {
  const { guard } = aGuard();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => guard.admitRegistration('192.0.2.1', neverAborted)),
  );
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  await guard.admitRegistration('192.0.2.2', neverAborted);
});
