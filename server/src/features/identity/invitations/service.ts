// The rules of invitations: each creates one account, which gets no more access than its inviter has at that moment.
import type { NewAccount, Session } from '@lectern/contract/identity/auth';
import {
  type CreatedInvitation,
  type CreateInvitation,
  type Invitation,
  maxInvitationsListed,
  maxOpenInvitations,
  type OpenInvitation,
} from '@lectern/contract/identity/invitations';
import { type Auth, toViewer } from '#features/identity/auth/index.ts';
import { formatTime, type Mail, toTexts } from '#features/identity/mail/index.ts';
import {
  type Accounts,
  toLimitColumns,
  toVisibleRestrictions,
  type WithAccountLock,
} from '#features/identity/users/index.ts';
import { isAdministrator, requireWithinRights, toLimits } from '#infrastructure/access/authority.ts';
import { toRole } from '#infrastructure/access/rights.ts';
import { refuseApiKey, requirePermission, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { conflict, forbidden, notFound, Problem, type Reason, reason } from '#infrastructure/errors.ts';
import type { JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { newId } from '#infrastructure/ids.ts';
import { createSecret, hashSecret } from '#infrastructure/secrets/random-secrets.ts';
import {
  countOpen,
  findInvitation,
  findInvitationBySecret,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  markRevoked,
  markUsed,
} from './store.ts';

export interface InvitationDependencies {
  database: Database;
  accounts: Accounts;
  auth: Pick<Auth, 'guard' | 'signIn'>;
  withAccountLock: WithAccountLock;
  mail: Mail;
  clock: Clock;
  /** Whether invitations are turned on. */
  isOn(): boolean;
}

const dayMs = 24 * 3_600_000;
/** How long expired invitations stay in the list. */
const keepMs = 90 * dayMs;

export class Invitations {
  readonly #deps: InvitationDependencies;

  constructor(deps: InvitationDependencies) {
    this.#deps = deps;
  }

  async list(viewer: Viewer): Promise<Invitation[]> {
    const inviterId = isAdministrator(viewer) ? undefined : viewer.userId;
    const rows = await listInvitations(this.#deps.database.db, { inviterId, max: maxInvitationsListed });
    return rows.map((row) => toInvitation(viewer, row, this.#deps.clock()));
  }

  /**
   * Throws like the creation of a user. Throws `conflict` if the caller has too many open invitations, or if the link
   * cannot be mailed.
   */
  async create(viewer: Viewer, wanted: CreateInvitation): Promise<CreatedInvitation> {
    refuseApiKey(viewer);
    this.#requireOn();
    const { database, clock, mail } = this.#deps;
    const { db } = database;
    if (wanted.email !== undefined) await mail.requireLinks();
    const limits = wanted.restrictions
      ? await toLimitColumns(db, viewer, wanted.restrictions, 'body.restrictions')
      : toLimits(viewer);
    requireWithinRights(viewer, { role: wanted.role, extraPermissions: '[]', ...limits });
    const nowMs = clock();
    if ((await countOpen(db, viewer.userId, nowMs)) >= maxOpenInvitations)
      throw conflict(reason('invitations_full', { max: maxOpenInvitations }));
    const secret = createSecret();
    const id = newId(nowMs);
    const { note = null, email = null, language = null, role, expiresInDays } = wanted;
    const row = {
      id,
      secretHash: hashSecret(secret),
      inviterId: viewer.userId,
      note: note === '' ? null : note,
      email,
      role,
      ...limits,
      language,
      createdAt: nowMs,
      expiresAt: nowMs + expiresInDays * dayMs,
      revokedAt: null,
      usedAt: null,
      userId: null,
    };
    await database.transaction((tx) => insertInvitation(tx, row, nowMs - keepMs));
    const stored = await findInvitation(db, id);
    if (!stored) throw notFound('invitation');
    return { ...toInvitation(viewer, stored, nowMs), secret, mailError: await this.#send(stored, secret) };
  }

  /** Throws `not_found` if the caller does not see it or it was revoked. A used invitation is left unchanged. */
  async revoke(viewer: Viewer, id: string): Promise<void> {
    const { database, clock } = this.#deps;
    const row = await findInvitation(database.db, id);
    const isSeen = row && (isAdministrator(viewer) || row.inviterId === viewer.userId);
    if (!isSeen || row.revokedAt !== null) throw notFound('invitation');
    await markRevoked(database.db, id, clock());
  }

  async check(secret: string, request: CallRequest): Promise<OpenInvitation> {
    const row = await this.#getOpen(secret, request);
    await this.#requireGrantable(this.#deps.database.db, row);
    return {
      inviter: row.inviterName ?? '',
      role: toRole(row.role),
      language: row.language,
      expiresAt: toTime(row.expiresAt),
    };
  }

  /** Returns 201 with the session of the created account. Only one of several concurrent calls succeeds, in any process. */
  async join(
    { secret, ...account }: NewAccount & { secret: string },
    request: CallRequest,
  ): Promise<JsonAnswer<Session>> {
    const { accounts, auth, withAccountLock, clock } = this.#deps;
    await this.#requireGrantable(this.#deps.database.db, await this.#getOpen(secret, request));
    const passwordHash = await accounts.hashPassword(account.password);
    const created = await withAccountLock(async (tx) => {
      const row = await findInvitationBySecret(tx, hashSecret(secret));
      requireOpen(row, clock());
      await this.#requireGrantable(tx, row);
      const { role, language, sharedLibraryIds, sharingTags, maxAgeRating, allowUnrated } = row;
      const limits = { sharedLibraryIds, sharingTags, maxAgeRating, allowUnrated };
      const wanted = { ...account, role: toRole(role), language, limits, choseEmail: true };
      const made = await accounts.createHashed(tx, wanted, passwordHash);
      await markUsed(tx, { id: row.id, usedAt: clock(), userId: made.id });
      return made;
    });
    return { ...(await auth.signIn.start(created, request)), status: 201 };
  }

  /** Returns why the message was not sent. The inviter can pass the link on. */
  async #send(row: InvitationRow, secret: string): Promise<Reason | null> {
    const { email, language, inviterName, expiresAt } = row;
    if (email === null) return null;
    const { mail } = this.#deps;
    const text = toTexts(language).invitation({
      inviter: inviterName ?? '',
      link: mail.toLink('join', secret),
      expiresAt: formatTime(language, expiresAt),
    });
    return mail.trySend({ to: email, ...text });
  }

  #requireOn(): void {
    if (!this.#deps.isOn()) throw forbidden(reason('invitations_off'));
  }

  async #getOpen(secret: string, request: CallRequest): Promise<InvitationRow> {
    this.#requireOn();
    const { auth, database, clock } = this.#deps;
    const admitted = await auth.guard.admitSecret(secret, request.ip, request.signal());
    const row = await findInvitationBySecret(database.db, hashSecret(secret));
    if (row) admitted.succeed();
    else admitted.fail();
    requireOpen(row, clock());
    return row;
  }

  /** Throws `gone` if the inviter could not create the account now. */
  async #requireGrantable(db: Db, row: InvitationRow): Promise<void> {
    const inviter = row.inviterId === null ? undefined : await this.#deps.accounts.find(row.inviterId, db);
    if (inviter?.isActive !== 1) throw gone('invitation_void');
    const viewer = toViewer(inviter, 'password', { sessionId: null });
    try {
      requirePermission(viewer, 'users:write');
      requireWithinRights(viewer, { ...row, extraPermissions: '[]' });
      // A tag that was deleted meanwhile would no longer hide anything.
      await toLimitColumns(db, viewer, toVisibleRestrictions(viewer, row));
    } catch (error) {
      if (error instanceof Problem) throw gone('invitation_void');
      throw error;
    }
  }
}

const gone = (why: 'invitation_expired' | 'invitation_revoked' | 'invitation_used' | 'invitation_void') =>
  new Problem('gone', reason(why));

function requireOpen(row: InvitationRow | undefined, nowMs: number): asserts row is InvitationRow {
  if (!row) throw notFound('invitation');
  const state = toState(row, nowMs);
  if (state !== 'open') throw gone(`invitation_${state}`);
}

function toState({ usedAt, revokedAt, expiresAt }: InvitationRow, nowMs: number): Invitation['state'] {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return expiresAt > nowMs ? 'open' : 'expired';
}

const toPerson = (id: string | null, username: string | null) =>
  id === null || username === null ? null : { id, username };

const toInvitation = (viewer: Viewer, row: InvitationRow, nowMs: number): Invitation => ({
  id: row.id,
  state: toState(row, nowMs),
  note: row.note,
  email: row.email,
  role: toRole(row.role),
  restrictions: toVisibleRestrictions(viewer, row),
  language: row.language,
  inviter: toPerson(row.inviterId, row.inviterName),
  account: toPerson(row.userId, row.username),
  createdAt: toTime(row.createdAt),
  expiresAt: toTime(row.expiresAt),
  usedAt: toTimeOrNull(row.usedAt),
});
