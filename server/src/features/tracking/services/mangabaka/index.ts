// MangaBaka tracking (https://mangabaka.org): a user's library.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import {
  type Asking,
  type Provider,
  type PushedEntry,
  recordsOf,
  type ServiceRequest,
  textOf,
} from '#features/providers/kit/index.ts';
import { mangabaka } from '#features/providers/mangabaka/index.ts';
import {
  type Change,
  createPush,
  type Listed,
  notConnected,
  type Position,
  readCount,
  readDay,
  readScore,
  toBearer,
  toNumericId,
  toPage,
  toPulled,
  toStatuses,
} from '../../kit/index.ts';

const url = 'https://api.mangabaka.org/v1/my';
const statuses = toStatuses({
  reading: 'reading',
  completed: 'completed',
  plan_to_read: 'plan_to_read',
  on_hold: 'paused',
  dropped: 'dropped',
});
const rereading = 'rereading';

/** Authenticates with an OAuth token or an API key. */
function toHeaders(asking: Asking): Record<string, string> {
  const { access_token: token, api_key: key } = asking.credentials;
  if (token) return toBearer(asking);
  if (!key) throw notConnected();
  return { 'x-api-key': key };
}

/** MangaBaka returns some errors with status 200. */
async function ask(asking: Asking, path: string, request: Omit<ServiceRequest, 'url' | 'headers'> = {}) {
  const answer = await asking.ask({ ...request, url: url + path, headers: toHeaders(asking) });
  if (answer.status === 404) throw new PluginError('not_found', 'MangaBaka has no such series');
  return answer;
}

async function find(asking: Asking, { externalId }: PushedEntry): Promise<Listed<number>> {
  const id = toNumericId(externalId, /^https:\/\/mangabaka\.(?:org|dev)\/(\d{1,9})(?:\/|$)/);
  const known = await ask(asking, `/library/${id}`).catch((error: unknown) => {
    if (error instanceof PluginError && error.kind === 'not_found') return undefined;
    throw error;
  });
  return { handle: id, totals: {}, known: known && readEntry(toRecord(known.data)), toScore: Math.round };
}

function readEntry(entry: Readonly<Record<string, unknown>>): Position {
  const isRereading = entry.state === rereading;
  return {
    status: isRereading ? 'reading' : statuses.read(entry.state),
    isRereading,
    chapters: readCount(entry.progress_chapter),
    volumes: readCount(entry.progress_volume),
    pages: 0,
    score: readScore(entry.rating),
    startedAt: readDay(entry.start_date),
    completedAt: readDay(entry.finish_date),
  };
}

async function write(
  asking: Asking,
  { handle, known, next, changed, isPrivate }: Change<number>,
): Promise<void> {
  const { chapters, volumes, score, startedAt, completedAt } = changed;
  const hasState = changed.status !== undefined || changed.isRereading !== undefined;
  const json = {
    ...(hasState && { state: next.isRereading ? rereading : statuses.write(next.status) }),
    ...(chapters !== undefined && { progress_chapter: chapters }),
    ...(volumes !== undefined && { progress_volume: volumes }),
    ...(typeof score === 'number' && { rating: score }),
    ...(startedAt && { start_date: startedAt }),
    ...(completedAt && { finish_date: completedAt }),
    ...(isPrivate && { is_private: true }),
  };
  await ask(asking, `/library/${handle}`, { method: known ? 'PATCH' : 'POST', json });
}

export const mangabakaTracking: Provider = {
  name: 'mangabaka-tracking',
  displayName: 'MangaBaka tracking',
  description: 'Syncs libraries of your users with MangaBaka.',
  homepage: 'https://mangabaka.org',
  instructions:
    'Create an application in the settings of your account at https://mangabaka.org with the redirect address shown here, and enter its ID and secret; or let each user paste an API key. Terms: CC BY-NC-SA 4.0 for its own data (https://mangabaka.org/about).',
  userInstructions:
    'Syncs your library with MangaBaka. The API key is in your MangaBaka account settings. Series are found by their MangaBaka id.',
  credentials: [{ key: 'api_key', label: 'API key', required: true, type: 'password' }],
  oauth: {
    authorizationUrl: 'https://mangabaka.org/auth/oauth2/authorize',
    tokenUrl: 'https://mangabaka.org/auth/oauth2/token',
    scopes: ['openid', 'profile', 'library.read', 'library.write', 'offline_access'],
    pkce: true,
  },
  pace: mangabaka.pace,
  sharesPaceWith: mangabaka.name,
  keepDays: 0,
  tracking: {
    idSource: 'mangabaka',
    async getUser(asking) {
      const {
        id,
        nickname,
        username,
        preferred_username: preferred,
      } = toRecord((await ask(asking, '/profile')).data);
      const name = textOf(nickname) ?? textOf(preferred) ?? textOf(username);
      const externalId = textOf(id) ?? name;
      if (externalId === undefined)
        throw new PluginError('upstream', 'MangaBaka did not return the user of the account');
      return { externalId, username: name ?? externalId };
    },
    push: createPush({ find, write }),
    async pull(asking, { cursor, limit }) {
      const page = toPage(cursor);
      const { data, pagination } = await ask(asking, '/library', { query: { page, limit } });
      const entries = recordsOf(data).flatMap((entry) => {
        const { id, title } = toRecord(entry.Series ?? entry.series);
        return toPulled(readEntry(entry), { id: entry.series_id ?? id, title });
      });
      return { entries, next: textOf(toRecord(pagination).next) && String(page + 1) };
    },
  },
};
