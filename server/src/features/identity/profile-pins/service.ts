// PINs of profiles. While another profile of a browser is in use, the session of an account with a PIN is ended, and the
// browser receives a secret that starts a new session together with the PIN. The secret alone is worth nothing, and the
// PIN is useless in other browsers. After five attempts the profile needs its password.
import { maxPinAttempts, type PinStatus } from '@lectern/contract/identity/browser-accounts';
import type { SignInGuard } from '#features/identity/sign-in-protection/index.ts';
import type { Account, Accounts } from '#features/identity/users/index.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, forbidden, invalid, reason, toIssue, unauthorized } from '#infrastructure/errors.ts';
import { Cookie } from '#infrastructure/http/browser-security/cookies.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { createSecret, hashSecret } from '#infrastructure/secrets/random-secrets.ts';
import * as store from './store.ts';

interface ProfilePinDependencies {
  config: Config;
  database: Database;
  accounts: Accounts;
  guard: SignInGuard;
  clock: Clock;
  log: Log;
}

/** Browsers in which a profile can be locked at the same time. */
const maxBrowsers = 20;
const secondsOfDay = 24 * 3_600;

export class ProfilePins {
  readonly #deps: ProfilePinDependencies;

  constructor(deps: ProfilePinDependencies) {
    this.#deps = deps;
  }

  async status({ userId }: Viewer): Promise<PinStatus> {
    const { database, clock } = this.#deps;
    return {
      isSet: await this.isSet(userId),
      lockedBrowserCount: await store.countLocked(database.db, userId, clock()),
    };
  }

  async isSet(userId: string): Promise<boolean> {
    return (await store.findPin(this.#deps.database.db, userId)) !== undefined;
  }

  /** Sets or removes the PIN. Throws `forbidden` for a wrong password and for API keys. */
  async set(
    viewer: Viewer,
    { currentPassword, pin }: { currentPassword: string; pin: string | null },
    request: CallRequest,
  ): Promise<void> {
    const { database, accounts, guard, clock, log } = this.#deps;
    refuseApiKey(viewer);
    if (pin !== null && isSimple(pin)) throw invalid(toIssue('body.pin', reason('pin_too_simple')));
    const account = await accounts.find(viewer.userId);
    const admitted = await guard.admitOwner(viewer.userId, request.signal());
    if (!account || !(await accounts.checkPassword(account, currentPassword))) {
      admitted.fail();
      log.warn({ requestId: request.id, address: request.ip, userId: viewer.userId }, 'PIN change failed');
      throw forbidden(reason('wrong_password'));
    }
    admitted.succeed();
    const { userId } = viewer;
    const row =
      pin === null ? undefined : { userId, pinHash: await accounts.hashPassword(pin), updatedAt: clock() };
    await database.transaction(async (tx) => {
      await database.dialect.lock(tx, `pin ${userId}`);
      await store.replacePin(tx, userId, row);
    });
  }

  /** Lets this browser return to the account with the PIN. Returns the `Set-Cookie` lines. Requires a PIN. */
  async lock(userId: string, request: CallRequest): Promise<string[]> {
    const { database, accounts, clock, config } = this.#deps;
    const secret = createSecret();
    const days = config.auth.refreshTokenDays;
    const isLocked = await database.transaction(async (tx) => {
      await database.dialect.lock(tx, `pin ${userId}`);
      const account = await accounts.find(userId, tx);
      if (!account) return false;
      const createdAt = clock();
      const row = {
        secretHash: hashSecret(secret),
        userId,
        tokenVersion: account.tokenVersion,
        attempts: 0,
        createdAt,
        expiresAt: createdAt + days * secondsOfDay * 1_000,
      };
      await store.insertLocked(tx, row, maxBrowsers);
      return true;
    });
    return isLocked ? this.#cookieOf(userId).set(request, secret, days * secondsOfDay) : [];
  }

  /** Returns whether this browser can return to the account with its PIN. */
  async isLocked(userId: string, request: CallRequest): Promise<boolean> {
    return (await this.#find(userId, request)) !== undefined;
  }

  /**
   * Returns the account of the PIN. Throws `unauthorized`: `wrong_pin` with the attempts left, `pin_used_up` after the
   * last one, and `not_signed_in_here` for a browser where the account is not locked.
   */
  async unlock(userId: string, pin: string, request: CallRequest): Promise<Account> {
    const { database, accounts, guard, log } = this.#deps;
    const { db } = database;
    const locked = await this.#find(userId, request);
    if (!locked) throw unauthorized(reason('not_signed_in_here'));
    const admitted = await guard.admitPin(userId, request.ip, request.signal());
    const attempts = await store.countAttempt(db, locked.secretHash, maxPinAttempts);
    if (attempts === undefined) throw unauthorized(reason('pin_used_up'));
    if (!(await accounts.verifyHash(locked.pinHash, pin))) {
      admitted.fail();
      log.warn({ requestId: request.id, address: request.ip, userId, attempts }, 'wrong PIN');
      if (attempts < maxPinAttempts)
        throw unauthorized(reason('wrong_pin', { left: maxPinAttempts - attempts }));
      await store.deleteLocked(db, locked.secretHash);
      throw unauthorized(reason('pin_used_up'));
    }
    admitted.succeed();
    const account = await accounts.find(userId);
    // A concurrent request may have used or revoked the secret.
    if (!(await store.deleteLocked(db, locked.secretHash)) || account?.isActive !== 1)
      throw unauthorized(reason('not_signed_in_here'));
    return account;
  }

  /** Removes the way back with the PIN in this browser. Returns the `Set-Cookie` lines. */
  async forget(userId: string, request: CallRequest): Promise<string[]> {
    const cookie = this.#cookieOf(userId);
    const secret = cookie.find(request);
    if (secret === undefined) return [];
    await store.deleteLocked(this.#deps.database.db, hashSecret(secret));
    return cookie.remove(request);
  }

  /** Throws `conflict` without a PIN. */
  async requirePin(userId: string): Promise<void> {
    if (!(await this.isSet(userId))) throw conflict(reason('no_pin'));
  }

  async #find(userId: string, request: CallRequest) {
    const { database, clock } = this.#deps;
    const secret = this.#cookieOf(userId).find(request);
    if (secret === undefined) return undefined;
    const secretHash = hashSecret(secret);
    const row = await store.findLocked(database.db, secretHash, userId, clock());
    return row && { secretHash, pinHash: row.pinHash };
  }

  /** As the cookies of refresh tokens: not sent to other routes, nor with requests from other sites. */
  #cookieOf(userId: string) {
    const { config } = this.#deps;
    return new Cookie(config, {
      name: `lectern_profile_${userId}`,
      path: `${config.server.basePath}/api/v1/auth`,
      sameSite: 'Strict',
    });
  }
}

/** One digit only, or digits in order: the PINs that are tried first. */
function isSimple(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]));
  return [0, 1, -1].some((step) => steps.every((one) => one === step));
}
