// AniList tracking (https://docs.anilist.co): a user's manga list, by GraphQL.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import { anilist } from '#features/providers/anilist/index.ts';
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
  toBearer,
  toNumericId,
  toPage,
  toPulled,
} from '../../kit/index.ts';
import { readEntry, toGranularity, toWritten } from './mapping.ts';

const url = 'https://graphql.anilist.co/';

const entryFields = `status score(format: POINT_100) progress progressVolumes
  startedAt { year month day } completedAt { year month day }`;
const viewerQuery = 'query { Viewer { id name siteUrl avatar { large } } }';
const findQuery = `query ($id: Int) {
  Viewer { mediaListOptions { scoreFormat } }
  Media(id: $id, type: MANGA) { id chapters volumes mediaListEntry { ${entryFields} } }
}`;
const saveQuery = `mutation ($mediaId: Int, $status: MediaListStatus, $progress: Int, $progressVolumes: Int,
  $scoreRaw: Int, $startedAt: FuzzyDateInput, $completedAt: FuzzyDateInput, $private: Boolean) {
  SaveMediaListEntry(mediaId: $mediaId, status: $status, progress: $progress, progressVolumes: $progressVolumes,
    scoreRaw: $scoreRaw, startedAt: $startedAt, completedAt: $completedAt, private: $private) { id }
}`;
const listQuery = `query ($userId: Int, $page: Int, $perPage: Int) {
  Page(page: $page, perPage: $perPage) {
    pageInfo { hasNextPage }
    mediaList(userId: $userId, type: MANGA, sort: [MEDIA_ID]) {
      mediaId ${entryFields} media { title { userPreferred } }
    }
  }
}`;

async function ask(asking: Asking, query: string, variables: object = {}) {
  const answer = await asking.ask({ url, headers: toBearer(asking), json: { query, variables } });
  return toRecord(answer.data);
}

/** AniList reports some errors with status 400, or within a successful response. */
function findFault(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined {
  const [error = {}] = recordsOf(body.errors);
  const message = textOf(error.message) ?? '';
  if (status === 401 || error.status === 401 || /invalid token|unauthori[sz]ed/i.test(message))
    return new PluginError('authentication', 'AniList rejected the token');
  if (error.status === 404) return new PluginError('not_found', 'AniList has no such series');
  // Returned during an outage.
  if (status === 403) return new PluginError('upstream', 'AniList is temporarily unavailable');
  return message === ''
    ? undefined
    : new PluginError('upstream', `AniList returned an error: ${message.slice(0, 200)}`);
}

async function getViewer(asking: Asking): Promise<Readonly<Record<string, unknown>>> {
  const viewer = toRecord((await ask(asking, viewerQuery)).Viewer);
  if (countOf(viewer.id) === undefined)
    throw new PluginError('upstream', 'AniList did not return the user of the token');
  return viewer;
}

async function find(asking: Asking, { externalId }: PushedEntry): Promise<Listed<number>> {
  const id = toNumericId(externalId, /^https:\/\/anilist\.co\/manga\/(\d{1,9})(?:\/|$)/);
  const { Media, Viewer } = await ask(asking, findQuery, { id });
  if (!Media) throw new PluginError('not_found', 'AniList has no such series');
  const { chapters, volumes, mediaListEntry } = toRecord(Media);
  const toScore = toGranularity(toRecord(toRecord(Viewer).mediaListOptions).scoreFormat);
  return {
    handle: id,
    // Null while the series is running.
    totals: { chapters: countOf(chapters), volumes: countOf(volumes) },
    known: mediaListEntry ? readEntry(toRecord(mediaListEntry), toScore) : undefined,
    toScore,
  };
}

async function write(asking: Asking, change: Change<number>): Promise<void> {
  await ask(asking, saveQuery, toWritten(change));
}

export const anilistTracking: Provider = {
  name: 'anilist-tracking',
  displayName: 'AniList tracking',
  description: 'Syncs manga and light novel lists of your users with AniList.',
  homepage: 'https://anilist.co',
  instructions:
    'Create a client at https://anilist.co/settings/developer with the redirect address shown here, and enter its ID and secret; or let each user paste an access token. Terms: free for non-commercial servers (https://docs.anilist.co/guide/terms-of-use).',
  userInstructions:
    'Syncs your list with AniList. A token is valid for a year. Series are found by their AniList id.',
  credentials: [{ key: 'access_token', label: 'Access token', required: true, type: 'password' }],
  oauth: {
    authorizationUrl: 'https://anilist.co/api/v2/oauth/authorize',
    tokenUrl: 'https://anilist.co/api/v2/oauth/token',
    pkce: false,
  },
  pace: anilist.pace,
  sharesPaceWith: anilist.name,
  keepDays: 0,
  findFault,
  tracking: {
    idSource: 'anilist',
    async getUser(asking) {
      const { id, name, siteUrl, avatar } = await getViewer(asking);
      return {
        externalId: String(id),
        username: textOf(name) ?? String(id),
        avatarUrl: textOf(toRecord(avatar).large),
        profileUrl: textOf(siteUrl),
      };
    },
    push: createPush({ find, write }),
    async pull(asking, { cursor, limit }) {
      const [page, known] = (cursor ?? '').split(' ');
      const userId = countOf(known) ?? (await getViewer(asking)).id;
      const number = toPage(page);
      const { Page } = await ask(asking, listQuery, { userId, page: number, perPage: limit });
      const { mediaList, pageInfo } = toRecord(Page);
      const entries = recordsOf(mediaList).flatMap(({ mediaId, media, ...entry }) => {
        const { title } = toRecord(media);
        return toPulled(readEntry(entry), { id: mediaId, title: toRecord(title).userPreferred });
      });
      const hasNext = toRecord(pageInfo).hasNextPage === true;
      return { entries, next: hasNext ? `${number + 1} ${userId}` : undefined };
    },
  },
};
