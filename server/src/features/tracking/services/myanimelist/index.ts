// MyAnimeList tracking (https://myanimelist.net/apiconfig/references/api/v2): a user's manga list.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import {
  type Asking,
  countOf,
  type Provider,
  type PushedEntry,
  recordsOf,
  textOf,
} from '#features/providers/kit/index.ts';
import {
  type Change,
  createPush,
  type Listed,
  type Position,
  readCount,
  readDay,
  readScore,
  toBearer,
  toNumericId,
  toPulled,
  toStatuses,
  toSteps,
} from '../../kit/index.ts';

const url = 'https://api.myanimelist.net/v2';
const statuses = toStatuses({
  reading: 'reading',
  completed: 'completed',
  plan_to_read: 'plan_to_read',
  on_hold: 'on_hold',
  dropped: 'dropped',
});
const entryFields =
  'status,score,num_chapters_read,num_volumes_read,is_rereading,start_date,finish_date,updated_at';
/** Pause in seconds after too many requests, which MyAnimeList reports as 403. */
const pauseSeconds = 300;

/** Integers from 1 to 10. */
const toScore = toSteps(10);

async function find(asking: Asking, { externalId }: PushedEntry): Promise<Listed<number>> {
  const id = toNumericId(externalId, /^https:\/\/myanimelist\.net\/manga\/(\d{1,9})(?:\/|$)/);
  const manga = await asking.ask({
    url: `${url}/manga/${id}`,
    headers: toBearer(asking),
    query: { fields: `num_chapters,num_volumes,my_list_status{${entryFields}}` },
  });
  const known = manga.my_list_status;
  return {
    handle: id,
    // 0 if unknown.
    totals: { chapters: countOf(manga.num_chapters), volumes: countOf(manga.num_volumes) },
    known: known ? readEntry(toRecord(known)) : undefined,
    toScore,
  };
}

function readEntry(entry: Readonly<Record<string, unknown>>): Position {
  const score = readScore(entry.score);
  const isRereading = entry.is_rereading === true;
  return {
    status: isRereading ? 'reading' : statuses.read(entry.status),
    isRereading,
    chapters: readCount(entry.num_chapters_read),
    volumes: readCount(entry.num_volumes_read),
    pages: 0,
    score: score === null ? null : toScore(score * 10),
    startedAt: readDay(entry.start_date),
    completedAt: readDay(entry.finish_date),
  };
}

/** MyAnimeList has no private entries. The visibility of the whole list is a setting of the account. */
async function write(asking: Asking, { handle, next, changed }: Change<number>): Promise<void> {
  const { isRereading, chapters, volumes, score, startedAt, completedAt } = changed;
  const hasState = changed.status !== undefined || isRereading !== undefined;
  const form = {
    ...(hasState && { status: statuses.write(next.status) }),
    ...(isRereading !== undefined && { is_rereading: String(isRereading) }),
    ...(chapters !== undefined && { num_chapters_read: String(chapters) }),
    ...(volumes !== undefined && { num_volumes_read: String(volumes) }),
    ...(typeof score === 'number' && { score: String(score / 10) }),
    ...(startedAt && { start_date: startedAt }),
    ...(completedAt && { finish_date: completedAt }),
  };
  await asking.ask({
    url: `${url}/manga/${handle}/my_list_status`,
    headers: toBearer(asking),
    method: 'PUT',
    form,
  });
}

function findFault(status: number): PluginError | undefined {
  if (status === 401) return new PluginError('authentication', 'MyAnimeList rejected the token');
  if (status !== 403) return undefined;
  return new PluginError('rate_limited', 'The request limit of MyAnimeList is reached', {
    retryAfterSeconds: pauseSeconds,
  });
}

export const myanimelistTracking: Provider = {
  name: 'myanimelist-tracking',
  displayName: 'MyAnimeList tracking',
  description: 'Syncs manga and light novel lists of your users with MyAnimeList.',
  homepage: 'https://myanimelist.net',
  instructions:
    'Create a client of the type web at https://myanimelist.net/apiconfig with the redirect address shown here, and enter its ID and secret. Terms: https://myanimelist.net/static/apiagreement.html',
  userInstructions: 'Syncs your list with MyAnimeList. Series are found by their MyAnimeList id.',
  credentials: [{ key: 'access_token', label: 'Access token', required: true, type: 'password' }],
  oauth: {
    authorizationUrl: 'https://myanimelist.net/v1/oauth2/authorize',
    tokenUrl: 'https://myanimelist.net/v1/oauth2/token',
    pkce: 'plain',
  },
  pace: { intervalMs: 1_000, burst: 3 },
  keepDays: 0,
  findFault,
  tracking: {
    idSource: 'myanimelist',
    async getUser(asking) {
      const { id, name, picture } = await asking.ask({ url: `${url}/users/@me`, headers: toBearer(asking) });
      const username = textOf(name);
      if (username === undefined)
        throw new PluginError('upstream', 'MyAnimeList did not return the user of the token');
      return {
        externalId: textOf(id) ?? username,
        username,
        avatarUrl: textOf(picture),
        profileUrl: `https://myanimelist.net/profile/${encodeURIComponent(username)}`,
      };
    },
    push: createPush({ find, write }),
    async pull(asking, { cursor, limit }) {
      const offset = countOf(cursor) ?? 0;
      const { data, paging } = await asking.ask({
        url: `${url}/users/@me/mangalist`,
        headers: toBearer(asking),
        query: { fields: `list_status{${entryFields}}`, limit, offset, nsfw: 'true' },
      });
      const entries = recordsOf(data).flatMap(({ node, list_status: status }) => {
        const { id, title } = toRecord(node);
        const entry = toRecord(status);
        return toPulled(readEntry(entry), { id, title });
      });
      return { entries, next: textOf(toRecord(paging).next) && String(offset + limit) };
    },
  },
};
