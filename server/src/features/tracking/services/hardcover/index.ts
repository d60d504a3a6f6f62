// Hardcover tracking (https://docs.hardcover.app/api/getting-started/): a user's books, by GraphQL.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import { hardcover } from '#features/providers/hardcover/index.ts';
import {
  type Asking,
  countOf,
  type Provider,
  type PushedEntry,
  recordsOf,
  type Tracking,
  textOf,
} from '#features/providers/kit/index.ts';
import { type Change, createPush, type Listed, toBearer, toNumericId, toPulled } from '../../kit/index.ts';
import { readBook, readUserBook, toBookInput, toReadInput, toScore } from './mapping.ts';
import {
  type Book,
  findBookQuery,
  insertBookQuery,
  insertReadQuery,
  listQuery,
  updateBookQuery,
  updateReadQuery,
} from './queries.ts';

const url = 'https://api.hardcover.app/v1/graphql';
/** Progress from which a book counts as finished, because few readers turn the last pages. */
const finishedFrom = 0.99;

async function ask(asking: Asking, query: string, variables: object = {}) {
  const answer = await asking.ask({ url, headers: toBearer(asking), json: { query, variables } });
  return toRecord(answer.data);
}

/** Hardcover reports failed changes within a successful response. Throws PluginError `upstream`. */
async function change(asking: Asking, query: string, variables: object) {
  const [answer = {}] = Object.values(await ask(asking, query, variables)).map(toRecord);
  const error = textOf(answer.error);
  if (error !== undefined) throw new PluginError('upstream', `Hardcover says: ${error.slice(0, 200)}`);
  return answer;
}

async function find(asking: Asking, { externalId, isbn }: PushedEntry): Promise<Listed<Book>> {
  const id = toNumericId(externalId);
  const { me, books } = await ask(asking, findBookQuery, { id, isbn: isbn ?? '' });
  const [found] = recordsOf(books);
  if (!found) throw new PluginError('not_found', 'Hardcover has no such book');
  const [user = {}] = recordsOf(me);
  const [userBook] = recordsOf(user.user_books);
  const book = readBook({ id, book: found, userBook });
  return {
    handle: book,
    totals: { pages: book.edition?.pages },
    known: userBook && readUserBook(userBook),
    isReadOnce: true,
    toScore,
  };
}

async function write(asking: Asking, given: Change<Book>): Promise<void> {
  const { handle, known, next, changed } = given;
  let { userBookId, read } = handle;
  const object = toBookInput(given);
  if (userBookId === undefined) {
    const made = await change(asking, insertBookQuery, { object });
    const userBook = toRecord(made.user_book);
    userBookId = countOf(userBook.id);
    // Hardcover creates the read automatically.
    read = readBook({ id: handle.id, book: {}, userBook }).read;
    if (userBookId === undefined) throw new PluginError('upstream', 'Hardcover did not store the book');
  } else if (Object.keys(object).length > 0) {
    await change(asking, updateBookQuery, { id: userBookId, object });
  }
  const { pages, startedAt, completedAt, status } = changed;
  const isRead = next.status !== 'plan_to_read' && known?.status !== 'completed';
  if (!isRead || (pages ?? startedAt ?? completedAt ?? status) === undefined) return;
  const reading = toReadInput({ next, edition: handle.edition, read });
  if (read === undefined) await change(asking, insertReadQuery, { id: userBookId, object: reading });
  else await change(asking, updateReadQuery, { id: read.id, object: reading });
}

const pushBook = createPush({ find, write });
const push: Tracking['push'] = (asking, { share, ...entry }, options) => {
  const isFinished = entry.status === 'completed' || (share ?? 0) >= finishedFrom;
  const all = isFinished ? { status: 'completed' as const, share: 1 } : { status: entry.status, share };
  return pushBook(asking, { ...entry, ...all, chapters: 0, volumes: 0 }, options);
};

export const hardcoverTracking: Provider = {
  name: 'hardcover-tracking',
  displayName: 'Hardcover tracking',
  description: 'Syncs books of your users with Hardcover.',
  homepage: 'https://hardcover.app',
  instructions:
    'Each user enters a personal token. Terms: for use by this server only (https://docs.hardcover.app/api/getting-started/).',
  userInstructions:
    'Syncs your books with Hardcover. Create a token with the scopes read:catalog, read:library and write:library at https://hardcover.app/account/api; it may expire. Books are found by their Hardcover id.',
  credentials: [{ key: 'access_token', label: 'Token', required: true, type: 'password' }],
  // Limit: 60 requests per minute.
  pace: { intervalMs: 1_100, burst: 5 },
  keepDays: 0,
  ...(hardcover.findFault && { findFault: hardcover.findFault }),
  tracking: {
    idSource: 'hardcover',
    tracksBooks: true,
    async getUser(asking) {
      const [user = {}] = recordsOf((await ask(asking, 'query { me { id username } }')).me);
      const externalId = textOf(user.id);
      const name = textOf(user.username);
      if (externalId === undefined)
        throw new PluginError('upstream', 'Hardcover did not return the user of the token');
      return {
        externalId,
        username: name ?? externalId,
        ...(name !== undefined && { profileUrl: `https://hardcover.app/@${encodeURIComponent(name)}` }),
      };
    },
    push,
    async pull(asking, { cursor, limit }) {
      const offset = countOf(cursor) ?? 0;
      const [user = {}] = recordsOf((await ask(asking, listQuery, { limit, offset })).me);
      const found = recordsOf(user.user_books);
      const entries = found.flatMap((userBook) => {
        const { book_id: id, book } = userBook;
        return toPulled(readUserBook(userBook), { id, title: toRecord(book).title });
      });
      return { entries, next: found.length < limit ? undefined : String(offset + limit) };
    },
  },
};
