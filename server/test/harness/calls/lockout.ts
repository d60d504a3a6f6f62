// The sign-in lockout in tests that send wrong secrets and sign in from the same address.
import { createTestClock } from '../test-clock.ts';

/** Routes that count wrong secrets and codes, or waiting devices, by address. */
const countingRoutes: ReadonlySet<string> = new Set([
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/browser/login',
  'POST /api/v1/auth/browser/unlock',
  'POST /api/v1/auth/device',
  'POST /api/v1/auth/device/check',
  'POST /api/v1/auth/device/approve',
  'POST /api/v1/auth/device/deny',
  'POST /api/v1/auth/invitation/check',
  'POST /api/v1/auth/join',
  'POST /api/v1/auth/browser/join',
  'POST /api/v1/auth/password-reset/check',
  'POST /api/v1/auth/password-reset',
]);

/** Longer than failures are remembered. */
const overMs = 16 * 60_000;

/** Options of a server and a function that ends the lockout by its clock. Sessions last for a day. */
export function createLockout() {
  const { clock, advance } = createTestClock();
  return {
    options: { clock, environment: { LECTERN_AUTH_ACCESS_TOKEN_MINUTES: '1440' } },
    /** Ends the lockout that calls of this route may have caused. */
    endAfter(title: string): void {
      if (countingRoutes.has(title)) advance(overMs);
    },
  };
}
