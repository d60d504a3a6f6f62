// The mail server: its configuration by administrators, and the sending of messages.
import {
  type MailServer,
  type MailStatus,
  mailSecurities,
  type SetMailServer,
} from '@lectern/contract/identity/mail';
import { isAdministrator } from '#infrastructure/access/authority.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { hasAll } from '#infrastructure/equality.ts';
import {
  conflict,
  forbidden,
  invalid,
  type Reason,
  reason,
  reasonOf,
  toIssue,
} from '#infrastructure/errors.ts';
import type { TextSafe } from '#infrastructure/secrets/sealed-text.ts';
import { type Message, sendBySmtp } from './smtp.ts';
import { deleteMailServer, findMailServer, type MailServerRow, saveMailServer } from './store.ts';
import { toTexts } from './texts.ts';

export interface MailDependencies {
  config: Pick<Config, 'server'>;
  database: Database;
  safe: TextSafe;
  clock: Clock;
}

const owner = 'mail server';

export class Mail {
  readonly #deps: MailDependencies;

  constructor(deps: MailDependencies) {
    this.#deps = deps;
  }

  async getStatus(): Promise<MailStatus> {
    const row = await findMailServer(this.#deps.database.db);
    return { server: row ? this.#toDto(row) : null, publicUrl: this.#deps.config.server.publicUrl ?? null };
  }

  /** Whether messages with links can be sent. */
  async canSendLinks(): Promise<boolean> {
    if (this.#deps.config.server.publicUrl === undefined) return false;
    return (await findMailServer(this.#deps.database.db)) !== undefined;
  }

  /**
   * An equal configuration changes nothing. Throws `forbidden` for others than administrators with a session, because
   * links that set passwords are mailed.
   */
  async save(viewer: Viewer, wanted: SetMailServer): Promise<MailStatus> {
    requireAdministrator(viewer);
    const { database, safe, clock } = this.#deps;
    const { password, ...fields } = wanted;
    await database.transaction(async (tx) => {
      const before = await findMailServer(tx);
      if (before && password === undefined && hasAll(before, fields)) return;
      const sealed = password === undefined ? keepPassword(before, wanted) : safe.seal(owner, password);
      await saveMailServer(tx, {
        ...fields,
        password: wanted.username === null ? null : sealed,
        updatedAt: clock(),
      });
    });
    return this.getStatus();
  }

  async remove(viewer: Viewer): Promise<void> {
    requireAdministrator(viewer);
    await deleteMailServer(this.#deps.database.db);
  }

  async test(viewer: Viewer, { to, language }: { to: string; language?: string | undefined }): Promise<void> {
    requireAdministrator(viewer);
    await this.send({ to, ...toTexts(language ?? null).test() });
  }

  /** Throws `conflict` without a mail server, and `mail_failed`. */
  async send(message: Message): Promise<void> {
    const { database, safe } = this.#deps;
    const row = await findMailServer(database.db);
    if (!row) throw conflict(reason('mail_off'));
    const { host, port, username, fromName, fromAddress } = row;
    const password = row.password === null ? null : (safe.open(owner, row.password) ?? null);
    const from = { name: fromName, address: fromAddress };
    await sendBySmtp({ host, port, security: toSecurity(row), username, password, from }, message);
  }

  /** Returns why the message was not sent. */
  async trySend(message: Message): Promise<Reason | null> {
    return this.send(message).then(() => null, reasonOf);
  }

  /** Throws `conflict` without a mail server or `server.public_url`. */
  async requireLinks(): Promise<void> {
    if (!(await findMailServer(this.#deps.database.db))) throw conflict(reason('mail_off'));
    this.#getPublicUrl();
  }

  /** Returns the address of a page of the web client with a secret. Throws `conflict` without `server.public_url`. */
  toLink(page: 'join' | 'reset', secret: string): string {
    return `${this.#getPublicUrl()}/${page}#${secret}`;
  }

  /** The address of a request would let its sender choose the host of the links. */
  #getPublicUrl(): string {
    const { publicUrl } = this.#deps.config.server;
    if (publicUrl === undefined) throw conflict(reason('mail_no_address'));
    return publicUrl;
  }

  #toDto(row: MailServerRow): MailServer {
    const { host, port, username, fromAddress, fromName } = row;
    return {
      host,
      port,
      security: toSecurity(row),
      username,
      fromAddress,
      fromName,
      hasPassword: row.password !== null && this.#deps.safe.open(owner, row.password) !== undefined,
      updatedAt: toTime(row.updatedAt),
    };
  }
}

const toSecurity = ({ security }: MailServerRow): MailServer['security'] =>
  mailSecurities.find((one) => one === security) ?? 'tls';

/** Returns the stored password. Throws `validation_failed` if it would be sent to another mail server or user. */
function keepPassword(before: MailServerRow | undefined, wanted: SetMailServer): string | null {
  if (!before || before.password === null) return null;
  const { host, port, username } = before;
  if (username === null || wanted.username === null) return null;
  if (host !== wanted.host || port !== wanted.port || username !== wanted.username)
    throw invalid(toIssue('body.password', reason('mail_password_again')));
  return before.password;
}

function requireAdministrator(viewer: Viewer): void {
  refuseApiKey(viewer);
  if (!isAdministrator(viewer)) throw forbidden(reason('mail_only_administrators'));
}
