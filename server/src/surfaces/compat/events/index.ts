// The event stream of the compatibility API: `/sse/v1/events`, no ids and no replay, as its clients expect. Judged for
// each caller like our own.
import { bytes, routes } from '@lectern/contract/route';
import type { Catalog } from '#catalog/catalog.ts';
import type { Events, ToText } from '#features/system/events/index.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { bytesAnswer } from '#infrastructure/http/answers.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { type AdditionDependencies, createAdditions } from './additions.ts';
import { createRecentAdditions } from './recent-additions.ts';
import { toText, toWords, type Word } from './words.ts';

export interface TaskCount {
  type: string;
  status: string;
  count: number;
}

interface Dependencies {
  events: Pick<Events, 'open'>;
  books: Pick<Catalog['books'], 'shelf' | 'listByIds'>;
  lists: AdditionDependencies['lists'];
  countTasks(): Promise<TaskCount[]>;
  /** Looks at the credentials of a request again. */
  verify(request: CallRequest): Promise<Viewer | undefined> | Viewer | undefined;
  clock: Clock;
  /** How often administrators hear of the queue. */
  statusMs?: number | undefined;
}

const contract = routes('Compatibility events', 'What happens, in the words of another server.', {
  stream: {
    method: 'GET',
    path: '/{prefix}/sse/v1/events',
    summary: 'Server-sent events',
    access: 'user',
    answers: { 200: bytes(['text/event-stream']) },
  },
});

const isWaiting = ({ status }: TaskCount) => status === 'pending' || status === 'running';

export function createCompatEventRoutes(deps: Dependencies): MountedRoute[] {
  const { events, books, countTasks, verify, clock, statusMs = 10_000 } = deps;

  const additions = createAdditions(deps);

  /** Programs act on what was added when this says that nothing is left to do. */
  async function describeQueue(): Promise<Word> {
    const waiting = (await countTasks()).filter(isWaiting);
    const countByType: Record<string, number> = {};
    for (const { type, count } of waiting) countByType[type] = (countByType[type] ?? 0) + count;
    const count = waiting.reduce((sum, one) => sum + one.count, 0);
    return { name: 'TaskQueueStatus', data: { count, countByType } };
  }

  function open(viewer: Viewer, request: CallRequest) {
    const recentAdditions = createRecentAdditions(books, clock());
    const translate: ToText = async (news, seer) => {
      const words: Word[] = [];
      for (const event of news) {
        recentAdditions.note(event);
        if (event.isPlaceholder && event.type !== 'series_deleted')
          words.push(...(await recentAdditions.find(seer, event)));
        for (const word of toWords(event)) words.push(await additions.listMembers(seer, word));
      }
      words.push(...(await additions.ofPlaces(seer, news)));
      return toText(words);
    };
    const client = events.open({ viewer, verify: () => verify(request), toText: translate });
    if (!can(viewer, 'tasks:read')) return client.stream;
    const report = () => {
      describeQueue().then(
        (word) => client.writeComment(toText([word])),
        // The database is away: the next one tells.
        () => {},
      );
    };
    report();
    const telling = setInterval(report, statusMs).unref();
    client.stream.once('close', () => clearInterval(telling));
    return client.stream;
  }

  return implement(contract, {
    stream: ({ viewer, request }) =>
      bytesAnswer({
        mediaType: 'text/event-stream',
        cacheControl: 'no-store',
        headers: { 'X-Accel-Buffering': 'no' },
        body: () => open(viewer, request),
      }),
  });
}
