// Simulated clients. Each driver sends one kind of request until the server is gone.
import { createHash } from 'node:crypto';
import type { Cover } from '@lectern/contract/serving/covers';
import type { Dice } from '../fuzz/dice.ts';
import type { Answer, Client, RequestOptions } from '../harness/client.ts';
import { makePage } from '../makers/books.ts';
import type { Ledger } from './ledger.ts';
import type { Shelf } from './shelf.ts';

export interface Driving {
  /** Returns a client of the current server. The address changes after each restart. */
  admin(): Client;
  ledger: Ledger;
  dice: Dice;
  shelf: Shelf;
  libraryId: string;
  /** Books and series that are never deleted. */
  bookIds: readonly string[];
  seriesIds: readonly string[];
  /** Whether the server can back up its database. */
  hasBackups: boolean;
}

/** The server returned an unexpected response. */
class WrongAnswer extends Error {}

export async function expectStatus<T>(answer: Promise<Answer<T>>, ...statuses: number[]): Promise<Answer<T>> {
  const got = await answer;
  if (!statuses.includes(got.status))
    throw new WrongAnswer(`${got.status}: ${got.bytes.toString().slice(0, 300)}`);
  return got;
}

/** Returns a field of a response, or undefined for an empty response. */
async function readField(client: Client, path: string, pick: (body: never) => unknown): Promise<unknown> {
  const answer = await expectStatus(client.get(path), 200, 204, 404);
  return answer.status === 200 ? pick(answer.body as never) : undefined;
}

const upload = (bytes: Uint8Array, name: string): RequestOptions => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return { raw: form };
};

type Step = (driving: Driving, n: number) => Promise<unknown>;

const progress: Step = ({ admin, ledger, dice, bookIds }) => {
  const path = `/api/v1/books/${dice.pick(bookIds)}/progress`;
  const currentPage = 1 + dice.below(8);
  return ledger.write({
    name: path,
    value: currentPage,
    read: () => readField(admin(), path, (body: { currentPage: number }) => body.currentPage),
    send: () => expectStatus(admin().put(path, { currentPage }), 200),
  });
};

const finish: Step = async ({ admin, ledger, dice, bookIds }) => {
  const path = `/api/v1/books/${dice.pick(bookIds)}/progress`;
  const isRead = dice.chance(0.7);
  await ledger.write({
    name: path,
    value: isRead ? 9 : undefined,
    read: () => readField(admin(), path, (body: { currentPage: number }) => body.currentPage),
    send: () => expectStatus(admin().post(path.replace('progress', isRead ? 'read' : 'unread')), 204),
  });
};

const edit: Step = ({ admin, ledger, dice, bookIds }, n) => {
  const path = `/api/v1/books/${dice.pick(bookIds)}/metadata`;
  const value = { summary: `Summary ${n}`, genres: [`Genre ${dice.below(6)}`], title: `Title ${n}` };
  return ledger.write({
    name: path,
    value,
    read: () =>
      readField(admin(), path, ({ summary, genres, title }: typeof value) => ({ summary, genres, title })),
    send: () => expectStatus(admin().patch(path, value), 200),
  });
};

const rate: Step = ({ admin, ledger, dice, seriesIds }) => {
  const path = `/api/v1/series/${dice.pick(seriesIds)}/rating`;
  const rating = 1 + dice.below(100);
  return ledger.write({
    name: path,
    value: rating,
    read: () => readField(admin(), path, (body: { rating: number }) => body.rating),
    send: () => expectStatus(admin().put(path, { rating }), 200),
  });
};

const prefer: Step = ({ admin, ledger, dice }, n) => {
  const path = `/api/v1/user/preferences/k${dice.below(10)}`;
  return ledger.write({
    name: path,
    value: n,
    read: () => readField(admin(), path, (body: { value: number }) => body.value),
    send: () => expectStatus(admin().put(path, { value: n }), 200),
  });
};

interface ReadList {
  id: string;
  name: string;
  summary: string | null;
}

/** Imports, edits and deletes read lists. */
const list: Step = async ({ admin, ledger, dice }, n) => {
  const name = `List ${dice.below(8)}`;
  const find = async (): Promise<ReadList | undefined> => {
    const { body } = await expectStatus(
      admin().get<{ data: ReadList[] }>('/api/v1/readlists?pageSize=500'),
      200,
    );
    return body.data.find((one) => one.name === name);
  };
  const read = async () => {
    const found = await find();
    return found && { summary: found.summary };
  };
  const known = await find();
  const common = { name: `read list ${name}`, read };
  if (!known) {
    const file = `<?xml version="1.0"?><ReadingList><Name>${name}</Name><Books><Book Series="Stable 1" Number="1"/></Books></ReadingList>`;
    const send = () =>
      expectStatus(
        admin().request('POST', '/api/v1/readlists/import', upload(Buffer.from(file), 'list.cbl')),
        201,
      );
    return ledger.write({ ...common, value: { summary: null }, send });
  }
  const path = `/api/v1/readlists/${known.id}`;
  if (dice.chance(0.3))
    return ledger.write({ ...common, value: undefined, send: () => expectStatus(admin().delete(path), 204) });
  const summary = `Described ${n}`;
  return ledger.write({
    ...common,
    value: { summary },
    send: () => expectStatus(admin().patch(path, { summary }), 200),
  });
};

/** A book keeps its last two uploaded covers. */
const cover: Step = async ({ admin, ledger, dice, bookIds }, n) => {
  const base = `/api/v1/books/${bookIds[dice.below(4)]}`;
  const bytes = await makePage(n % 50, 'cover');
  const hash = createHash('sha1').update(bytes).digest('hex');
  const readCover = (id: string) => async () => {
    const answer = await expectStatus(admin().get(`${base}/covers/${id}/image`), 200, 404);
    return answer.status === 200 ? createHash('sha1').update(answer.bytes).digest('hex') : undefined;
  };
  const made = await expectStatus(
    admin().request<Cover>('POST', `${base}/cover`, upload(bytes, 'cover.jpg')),
    201,
    200,
  );
  ledger.note(`${base} cover ${made.body.id}`, hash, readCover(made.body.id));
  const { body } = await expectStatus(admin().get<Cover[]>(`${base}/covers`), 200);
  const old = body.filter(({ source, isSelected }) => source === 'custom' && !isSelected).slice(0, -1);
  for (const { id } of old) {
    await ledger.write({
      name: `${base} cover ${id}`,
      value: undefined,
      read: readCover(id),
      send: () => expectStatus(admin().delete(`${base}/covers/${id}`), 204),
    });
  }
};

const scan: Step = async ({ admin, ledger, shelf, libraryId }) => {
  await shelf.change();
  const response = await expectStatus(
    admin().post<{ taskId: string }>(`/api/v1/libraries/${libraryId}/scan`),
    202,
    409,
  );
  if (response.status === 409) return;
  const path = `/api/v1/tasks/${response.body.taskId}`;
  // The result is verified later. Only the existence of the upload was promised.
  ledger.note(path, true, () => readField(admin(), path, () => true));
};

const backUp: Step = ({ admin }) => expectStatus(admin().post('/api/v1/admin/backup'), 200, 409);

const takeSnapshot: Step = async ({ admin, dice, bookIds }) => {
  const id = dice.pick(bookIds);
  // The path of a file that was just renamed is outdated.
  for (const path of [`books/${id}/thumbnail`, `books/${id}/pages/1?width=30`, 'series?pageSize=50'])
    await expectStatus(admin().get(`/api/v1/${path}`), 200, 404, 409);
};

const steps: readonly Step[] = [progress, finish, edit, rate, prefer, list, cover, scan, takeSnapshot];

/** Each driver sends one request at a time and never repeats a value of `n`. */
let counter = 0;

/**
 * Drives a server until it is gone. Returns descriptions of unexpected responses. Only one driver writes progress,
 * because concurrent writes have no defined order.
 */
export async function drive(driving: Driving, hasEnded: () => boolean): Promise<string[]> {
  const wrong: string[] = [];
  async function run(own: readonly Step[]): Promise<void> {
    while (!hasEnded()) {
      try {
        await driving.dice.pick(own)(driving, ++counter);
      } catch (error) {
        if (hasEnded()) return;
        if (!(error instanceof WrongAnswer)) {
          // The connection failed: the server was killed.
          await new Promise((resolve) => setTimeout(resolve, 5));
          continue;
        }
        wrong.push(error.message);
        return;
      }
    }
  }
  const [first, second, ...others] = steps;
  const alone = driving.hasBackups ? [...others, backUp] : others;
  const together = first && second ? [[first, second], ...alone.map((one) => [one])] : [];
  await Promise.all(together.map(run));
  return wrong;
}
