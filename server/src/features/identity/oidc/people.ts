// Finds the account of a user whom a provider has authenticated (docs/decisions/0006-openid-connect.md). Names never
// lead to an existing account. An e-mail address only does if the provider has verified it, the configuration permits
// linking, and the account does not belong to an administrator.
import type { Account, ExternalAccounts } from '#features/identity/users/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { OidcProvider } from '#infrastructure/config/oidc.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { conflict, forbidden, reason } from '#infrastructure/errors.ts';
import type { Person } from './claims.ts';
import { findLibraries, findRole, limitsLibraries } from './rights.ts';
import { findIdentity, insertIdentity, listLibraryNames } from './store.ts';

export interface PeopleDependencies {
  external: ExternalAccounts;
  clock: Clock;
  /** Whether registration is open. Addresses of accounts are then not verified. */
  registers(): boolean;
}

export class People {
  readonly #deps: PeopleDependencies;

  constructor(deps: PeopleDependencies) {
    this.#deps = deps;
  }

  /**
   * Returns the user's account with the current permissions of their groups. Throws `forbidden` for a user without an
   * account if none is created, for a disabled account, and for groups without a library; `conflict` if an account that
   * must not be linked has the user's address.
   */
  getAccount(provider: OidcProvider, person: Person): Promise<Account> {
    return this.#deps.external.withLock(async (tx) => {
      const account = await this.#findOrMake(tx, provider, person);
      if (account.isActive !== 1) throw forbidden(reason('account_disabled'));
      return this.#giveRights(tx, provider, { account, person });
    });
  }

  async #findOrMake(tx: Tx, provider: OidcProvider, person: Person): Promise<Account> {
    const key = { provider: provider.id, issuer: person.issuer, subject: person.subject };
    const known = await findIdentity(tx, key);
    const account = known && (await this.#deps.external.find(tx, known.userId));
    if (account) return account;
    const found = (await this.#findLinked(tx, provider, person)) ?? (await this.#make(tx, provider, person));
    await insertIdentity(tx, { ...key, userId: found.id, createdAt: this.#deps.clock() });
    return found;
  }

  async #findLinked(tx: Tx, provider: OidcProvider, person: Person): Promise<Account | undefined> {
    const { verifiedEmail } = person;
    const owner =
      verifiedEmail === undefined ? undefined : await this.#deps.external.findByEmail(tx, verifiedEmail);
    if (!owner) return undefined;
    if (!provider.linkByEmail || !this.#mayBeLinked(owner)) throw conflict(reason('provider_email_taken'));
    return this.#deps.external.update(tx, owner, { emailVerified: true });
  }

  /**
   * An e-mail address must not grant administrator rights, nor lead to an account that an attacker has registered or
   * created by an invitation.
   */
  #mayBeLinked(owner: Account): boolean {
    const isTrusted = owner.emailVerified === 1 || (owner.choseEmail === 0 && !this.#deps.registers());
    return owner.role !== 'admin' && isTrusted;
  }

  async #make(tx: Tx, provider: OidcProvider, person: Person): Promise<Account> {
    if (!provider.autoCreate)
      throw forbidden(reason('provider_without_account', { provider: provider.name }));
    return this.#deps.external.create(tx, { username: person.username, email: person.verifiedEmail });
  }

  async #giveRights(tx: Tx, provider: OidcProvider, given: { account: Account; person: Person }) {
    const { account, person } = given;
    const withRole = await this.#deps.external.update(tx, account, {
      role: findRole(provider, person.groups),
    });
    if (!limitsLibraries(provider)) return withRole;
    const sharedLibraryIds =
      withRole.role === 'admin' ? [] : findLibraries(provider, person.groups, await listLibraryNames(tx));
    return this.#deps.external.update(tx, withRole, { sharedLibraryIds });
  }
}
