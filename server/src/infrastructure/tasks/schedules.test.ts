import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '#infrastructure/log.ts';
import { Schedules } from './schedules.ts';

const hourMs = 60 * 60 * 1000;

/** Returns the times of a schedule over some days, with a clock that is advanced. */
async function listTimes(
  cron: string,
  { from, days, timezone }: { from: string; days: number; timezone?: string },
) {
  vi.setSystemTime(from);
  const taken: string[] = [];
  const takeTick = async (_name: string, dueMs: number) => {
    taken.push(new Date(dueMs).toISOString().slice(0, 16));
    return true;
  };
  const acted: string[] = [];
  const schedules = new Schedules({ takeTick }, silentLog);
  schedules.set({
    name: 'test',
    cron,
    timezone: timezone ?? null,
    act: async () => void acted.push(new Date().toISOString().slice(0, 16)),
  });
  for (let hour = 0; hour < days * 24; hour++) await vi.advanceTimersByTimeAsync(hourMs);
  schedules.stop();
  expect(acted).toEqual(taken);
  return acted;
}

const before = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'UTC';
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

test.each([
  ['of the schedule', 'UTC', 'Europe/Berlin'],
  ['of the server', 'Europe/Berlin', undefined],
])(
  'a schedule follows the time zone %s, once a day even during daylight saving changes',
  async (_, server, own) => {
    process.env.TZ = server;
    const zone = own === undefined ? {} : { timezone: own };
    // In Berlin 2:00 becomes 3:00 on March 29, and 3:00 becomes 2:00 on October 25.
    const spring = '2026-03-28T00:00:00Z';
    const autumn = '2026-10-24T00:00:00Z';
    expect(await listTimes('0 4 * * *', { from: spring, days: 3, ...zone })).toEqual([
      '2026-03-28T03:00',
      '2026-03-29T02:00',
      '2026-03-30T02:00',
    ]);
    // The half hour that March 29 does not have is made up for at the clock change.
    expect(await listTimes('30 2 * * *', { from: spring, days: 3, ...zone })).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    // The half hour that occurs twice counts once.
    expect(await listTimes('30 2 * * *', { from: autumn, days: 3, ...zone })).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  },
);
