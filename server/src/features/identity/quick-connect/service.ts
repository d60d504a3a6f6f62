// The rules of quick connect: a device polls with a secret until a signed-in user approves its code.
import { randomInt } from 'node:crypto';
import type { CreatedApiKey } from '@lectern/contract/identity/api-keys';
import type { Session } from '@lectern/contract/identity/auth';
import {
  type QuickConnect,
  type QuickConnectRequest,
  quickConnectInterval,
  quickConnectLetters,
  quickConnectLifetime,
  quickConnectResults,
} from '@lectern/contract/identity/quick-connect';
import { rolePermissions } from '@lectern/contract/values';
import type { ApiKeyService } from '#features/identity/api-keys/index.ts';
import { type Auth, toViewer } from '#features/identity/auth/index.ts';
import type { Account, Accounts } from '#features/identity/users/index.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { forbidden, Problem, reason, tooManyRequests, unauthorized } from '#infrastructure/errors.ts';
import { toClientKey } from '#infrastructure/http/clients/client-address.ts';
import type { JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { createSecret, hashSecret } from '#infrastructure/secrets/random-secrets.ts';
import type { QuickConnectTable } from '#schema/tables/identity/quick-connect.ts';
import {
  decide,
  findByCode,
  findBySecret,
  insertPending,
  listPendingAddresses,
  markPolled,
  takeApproved,
} from './store.ts';

export interface QuickConnectDependencies {
  database: Database;
  accounts: Accounts;
  apiKeys: ApiKeyService;
  auth: Pick<Auth, 'guard' | 'signIn'>;
  clock: Clock;
  log: Log;
  /** Whether quick connect is turned on. */
  isOn(): boolean;
}

type Result = (typeof quickConnectResults)[number];

/** The result of a poll. */
export type Collected =
  | { state: 'pending' }
  | { state: 'approved'; session: JsonAnswer<Session> }
  | { state: 'approved'; apiKey: CreatedApiKey };

const maxPending = 1_000;
const maxPendingOfAddress = 20;
const codeLength = 8;
/** Clocks and networks are not exact: a device that waits for the interval is never too early. */
const toleranceMs = 1_000;

export class QuickConnects {
  readonly #deps: QuickConnectDependencies;

  constructor(deps: QuickConnectDependencies) {
    this.#deps = deps;
  }

  /** Throws `rate_limit_exceeded` if too many devices wait. */
  async start(
    { name, result }: { name: string; result: Result },
    request: CallRequest,
  ): Promise<QuickConnect> {
    this.#requireOn();
    const { database, clock } = this.#deps;
    const nowMs = clock();
    const secret = createSecret();
    const code = makeCode();
    const expiresAt = nowMs + quickConnectLifetime * 1_000;
    const row: QuickConnectTable = {
      id: newId(nowMs),
      code,
      secretHash: hashSecret(secret),
      name,
      result,
      address: request.ip,
      userId: null,
      tokenVersion: null,
      deniedAt: null,
      polledAt: 0,
      createdAt: nowMs,
      expiresAt,
    };
    await database.transaction(async (tx) => {
      await database.dialect.lock(tx, 'quick connect');
      const addresses = await listPendingAddresses(tx, nowMs);
      const own = addresses.filter((address) => isSameNetwork(address, request.ip));
      if (addresses.length >= maxPending || own.length >= maxPendingOfAddress) throw tooManyRequests(60);
      await insertPending(tx, row);
    });
    const verificationUri = `${request.root()}/connect`;
    const shown = `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
    return {
      code: shown,
      secret,
      verificationUri,
      verificationUriComplete: `${verificationUri}?code=${shown}`,
      interval: quickConnectInterval,
      expiresAt: toTime(expiresAt),
    };
  }

  async check(viewer: Viewer, code: string, request: CallRequest): Promise<QuickConnectRequest> {
    const row = await this.#getPending(viewer, code, request);
    return {
      name: row.name,
      result: readResult(row.result),
      address: row.address,
      isSameNetwork: isSameNetwork(row.address, request.ip),
      createdAt: toTime(row.createdAt),
      expiresAt: toTime(row.expiresAt),
    };
  }

  async approve(viewer: Viewer, code: string, request: CallRequest): Promise<void> {
    const { database, accounts, log } = this.#deps;
    const row = await this.#getPending(viewer, code, request);
    const account = await accounts.find(viewer.userId);
    if (!account) throw unauthorized();
    const { id: userId, tokenVersion } = account;
    if (!(await decide(database.db, row.id, { userId, tokenVersion }))) throw over();
    log.info(
      { requestId: request.id, userId, address: request.ip, deviceAddress: row.address },
      'device approved',
    );
  }

  async deny(viewer: Viewer, code: string, request: CallRequest): Promise<void> {
    const row = await this.#getPending(viewer, code, request);
    const { database, clock } = this.#deps;
    if (!(await decide(database.db, row.id, { deniedAt: clock() }))) throw over();
  }

  /**
   * Returns the result once. Throws `forbidden` for a denied device, and `gone` without a pending code and for an API
   * key if only a session is `wanted`.
   */
  async collect(secret: string, request: CallRequest, wanted?: 'session'): Promise<Collected> {
    this.#requireOn();
    const { database, clock } = this.#deps;
    const { db } = database;
    const nowMs = clock();
    const row = await findBySecret(db, hashSecret(secret));
    if (!row || row.expiresAt <= nowMs || (wanted ?? row.result) !== row.result) throw over();
    const notAfterMs = nowMs - quickConnectInterval * 1_000 + toleranceMs;
    if (!(await markPolled(db, { id: row.id, nowMs, notAfterMs })))
      throw tooManyRequests(quickConnectInterval);
    if (row.deniedAt !== null) throw forbidden(reason('quick_connect_denied'));
    if (row.userId === null) return { state: 'pending' };
    const account = await this.#deps.accounts.find(row.userId);
    if (account?.isActive !== 1 || account.tokenVersion !== row.tokenVersion) throw over();
    if (!(await takeApproved(db, row.id))) throw over();
    return this.#grant(row, account, request);
  }

  async #grant(row: QuickConnectTable, account: Account, request: CallRequest): Promise<Collected> {
    const { auth, apiKeys } = this.#deps;
    if (readResult(row.result) === 'session')
      return { state: 'approved', session: await auth.signIn.start(account, request, row.name) };
    const viewer = toViewer(account, 'password', { sessionId: null });
    const permissions = rolePermissions.reader.filter((one) => viewer.permissions.has(one));
    return { state: 'approved', apiKey: await apiKeys.create(viewer, { name: row.name, permissions }) };
  }

  #requireOn(): void {
    if (!this.#deps.isOn()) throw forbidden(reason('quick_connect_off'));
  }

  /** Wrong codes are limited by account and by address. */
  async #getPending(viewer: Viewer, code: string, request: CallRequest): Promise<QuickConnectTable> {
    refuseApiKey(viewer);
    this.#requireOn();
    const { auth, database, clock } = this.#deps;
    const admitted = await auth.guard.admitCode(viewer.userId, request.ip, request.signal());
    const row = await findByCode(database.db, code.toUpperCase().replace(/[^A-Z]/g, ''));
    if (!row || row.expiresAt <= clock() || row.userId !== null || row.deniedAt !== null) {
      admitted.fail();
      throw over();
    }
    admitted.succeed();
    return row;
  }
}

/** Compares IPv4 addresses, and IPv6 addresses by their first 64 bits. */
const isSameNetwork = (one: string, other: string): boolean => toClientKey(one) === toClientKey(other);

const over = () => new Problem('gone', reason('quick_connect_over'));

/** About 34.6 bits. */
const makeCode = (): string =>
  Array.from({ length: codeLength }, () =>
    quickConnectLetters.charAt(randomInt(quickConnectLetters.length)),
  ).join('');

const readResult = (text: string): Result => quickConnectResults.find((one) => one === text) ?? 'api_key';
