// Imports accounts with passwords, permissions and restrictions. An account with the same e-mail address or name is
// treated as the same user and not changed.
import { type Account, toExtraPermissions } from '#features/identity/users/index.ts';
import { ofUser, type TheirUser } from '#features/import/snapshot/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import { type ImportServices, type Outcome, toOutcome } from './dependencies.ts';

interface AccessIds {
  /** Local library ids by source id, and sharing tag ids by name. */
  libraries: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
}

type Services = Pick<ImportServices, 'database' | 'accounts'>;

/** Returns local ids by source id. */
export async function importUsers(
  deps: Services,
  users: Iterable<TheirUser>,
  known: AccessIds,
): Promise<{ ids: Map<string, string>; outcome: Outcome }> {
  const ids = new Map<string, string>();
  const outcome = toOutcome('users');
  for (const user of users) {
    const same = await findSame(deps, user);
    if (same) {
      outcome.known++;
      ids.set(user.id, same.id);
      continue;
    }
    const { account, notes } = await create(deps, user, known);
    outcome.taken++;
    ids.set(user.id, account.id);
    outcome.notes.push(...notes.map((note) => ofUser(note, account.username)));
  }
  return { ids, outcome };
}

export async function findSame(
  { accounts }: Pick<Services, 'accounts'>,
  { email, username, isNamed }: TheirUser,
): Promise<Account | undefined> {
  const byAddress = email === undefined ? undefined : (await accounts.findByLogin(email)).account;
  if (byAddress) return byAddress;
  return isNamed ? (await accounts.findByLogin(username)).account : undefined;
}

async function create({ database, accounts }: Services, user: TheirUser, { libraries, tags }: AccessIds) {
  const shared = user.libraryIds?.flatMap((id) => libraries.get(id) ?? []);
  // An empty list means no access at the source, but all libraries on this server.
  const seesNothing = shared?.length === 0;
  const grants = [...toGrants(user.allowTags, tags, 'allow'), ...toGrants(user.denyTags, tags, 'deny')];
  const username = await findFreeName(accounts, user.username);
  const role = user.isAdmin ? 'admin' : user.isMaintainer ? 'maintainer' : 'reader';
  const account = await database.transaction((tx) =>
    accounts.createMoved(
      tx,
      {
        username,
        email: user.email ?? `${newId()}@no-address.invalid`,
        role,
        extraPermissions: toExtraPermissions(user.permissions, role),
        isActive: user.isActive && !seesNothing,
        limits: {
          sharedLibraryIds: JSON.stringify(shared ?? []),
          sharingTags: JSON.stringify(grants),
          maxAgeRating: user.maxAgeRating,
          allowUnrated: user.allowUnrated ? 1 : 0,
        },
      },
      user.password,
    ),
  );
  const notes = [
    ...user.notes,
    ...(account.passwordHash === null ? [reason('import_user_no_password', { user: username })] : []),
    ...(seesNothing ? [reason('import_user_sees_nothing', { user: username })] : []),
  ];
  return { account, notes };
}

const toGrants = (names: readonly string[], tags: ReadonlyMap<string, string>, access: 'allow' | 'deny') =>
  names.flatMap((name) => {
    const tagId = tags.get(name);
    return tagId === undefined ? [] : [{ tagId, access }];
  });

const maxNameLength = 64;
const maxTries = 1_000;

/** `anna`, `anna-2`, …: names derived from e-mail addresses may be equal. */
async function findFreeName(accounts: ImportServices['accounts'], wanted: string): Promise<string> {
  const clean = wanted.replace(/[\p{Cc}\p{Cf}@]/gu, '').trim() || 'reader';
  const stem = [...clean].slice(0, maxNameLength - 6).join('');
  for (let number = 1; number <= maxTries; number++) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    if (!(await accounts.findByLogin(name)).account) return name;
  }
  return newId();
}
