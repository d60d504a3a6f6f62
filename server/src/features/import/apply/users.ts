// Imports accounts with passwords, permissions and restrictions. An account with the same e-mail address or name is
// treated as the same user and not changed. Users that an earlier import created are recognized by their source id.
import { type Account, toExtraPermissions } from '#features/identity/users/index.ts';
import { ofUser, type TheirUser } from '#features/import/snapshot/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ImportedItem, ImportedItems, KnownItems } from '../mapping/imported-items.ts';
import { type ImportServices, type Outcome, toOutcome } from './dependencies.ts';

interface AccessIds {
  /** Local library ids by source id, and sharing tag ids by name. */
  libraries: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
}

type Services = Pick<ImportServices, 'database' | 'accounts' | 'users'>;

interface Known extends AccessIds {
  items: ImportedItems;
}

/** Returns local ids by source id. Users that were deleted on this server are not created again. */
export async function importUsers(
  deps: Services,
  users: Iterable<TheirUser>,
  { items, ...access }: Known,
): Promise<{ ids: Map<string, string>; outcome: Outcome }> {
  const ids = new Map<string, string>();
  const outcome = toOutcome('users');
  const known = await items.load('user');
  const withoutLibraries = await items.load('userWithoutLibraries');
  const libraries = await items.load('library');
  const added = new Map([...access.libraries].filter(([id, ourId]) => libraries.find(id)?.ourId !== ourId));
  for (const user of users) {
    const before = known.find(user.id);
    const same = await findSame(deps, user, before);
    if (same) {
      outcome.known++;
      ids.set(user.id, same.id);
      if (before?.ourId !== same.id) await known.save(user.id, { ourId: same.id, isMade: false });
      else if (before.isMade && user.libraryIds)
        await addLibraries(deps, {
          user,
          same,
          added,
          isBlind: withoutLibraries.find(user.id)?.ourId === same.id,
        });
      continue;
    }
    if (before) {
      outcome.known++;
      outcome.notes.push(reason('import_note_deleted_user', { user: user.username }));
      continue;
    }
    const { account, notes, seesNothing } = await create(deps, user, { ...access, known });
    if (seesNothing) await withoutLibraries.save(user.id, { ourId: account.id, isMade: true });
    outcome.taken++;
    ids.set(user.id, account.id);
    outcome.notes.push(...notes.map((note) => ofUser(note, account.username)));
  }
  await libraries.saveAll(
    [...access.libraries].map(([theirId, ourId]) => ({ theirId, ourId, isMade: true })),
  );
  return { ids, outcome };
}

/** The account that an earlier import created or used, else the account with the same e-mail address or name. */
export async function findSame(
  { accounts }: Pick<Services, 'accounts'>,
  { email, username, isNamed }: TheirUser,
  before: ImportedItem | undefined,
): Promise<Account | undefined> {
  const found = before && (await accounts.find(before.ourId));
  if (found) return found;
  const byAddress = email === undefined ? undefined : (await accounts.findByLogin(email)).account;
  if (byAddress) return byAddress;
  return isNamed ? (await accounts.findByLogin(username)).account : undefined;
}

interface NewLibraries {
  user: TheirUser;
  same: Account;
  /** Libraries that no earlier import has seen, by source id. */
  added: ReadonlyMap<string, string>;
  /** Whether the account was disabled because it had access to no library. */
  isBlind: boolean;
}

/** Lets a user that an earlier import created see libraries that only this import has found. */
async function addLibraries(
  { users }: Services,
  { user, same, added, isBlind }: NewLibraries,
): Promise<void> {
  const libraryIds = user.libraryIds?.flatMap((id) => added.get(id) ?? []) ?? [];
  const seesAll = same.sharedLibraryIds === '[]' && !isBlind;
  if (libraryIds.length === 0 || seesAll) return;
  await users.addLibraries(same.id, libraryIds, { activates: isBlind && user.isActive });
}

interface Access extends AccessIds {
  known: KnownItems;
}

async function create({ database, accounts }: Services, user: TheirUser, { libraries, tags, known }: Access) {
  const shared = user.libraryIds?.flatMap((id) => libraries.get(id) ?? []);
  // An empty list means no access at the source, but all libraries on this server.
  const seesNothing = shared?.length === 0;
  const grants = [...toGrants(user.allowTags, tags, 'allow'), ...toGrants(user.denyTags, tags, 'deny')];
  const username = await findFreeName(accounts, user.username);
  const role = user.isAdmin ? 'admin' : user.isMaintainer ? 'maintainer' : 'reader';
  const account = await database.transaction(async (tx) => {
    const made = await accounts.createMoved(
      tx,
      {
        username,
        email: user.email,
        choseEmail: user.choseEmail === true,
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
    );
    await known.save(user.id, { ourId: made.id, isMade: true }, tx);
    return made;
  });
  const notes = [
    ...user.notes,
    ...(account.passwordHash === null ? [reason('import_user_no_password', { user: username })] : []),
    ...(seesNothing ? [reason('import_user_sees_nothing', { user: username })] : []),
  ];
  return { account, notes, seesNothing };
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
