// The event stream of the compatibility API: `/sse/v1/events`, without ids and replay, as its clients expect. Events
// are filtered by visibility, like native events.
import { bytes, routes } from '@lectern/contract/route';
import type { ToText } from '#features/system/events/index.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Credentials } from '../credentials.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { addMembers, describePositions } from './additions.ts';
import { RecentAdditions } from './recent-additions.ts';
import { type CompatEvent, toCompatEvents, toText } from './translate.ts';

interface Dependencies extends CompatDependencies {
  /** Verifies the credentials of a request again. */
  verify: Credentials['authenticate'];
}

const defaultStatusMs = 10_000;

const contract = routes('Compatibility events', 'Events for apps made for another server.', {
  stream: {
    method: 'GET',
    path: '/{prefix}/sse/v1/events',
    summary: 'Server-sent events',
    access: 'user',
    answers: { 200: bytes(['text/event-stream']) },
  },
});

export const createCompatEventRoutes = (deps: Dependencies): MountedRoute[] =>
  implement(contract, {
    stream: ({ viewer, request }) =>
      bytesAnswer({
        mediaType: 'text/event-stream',
        cacheControl: 'no-store',
        headers: { 'X-Accel-Buffering': 'no' },
        body: () => open(deps, viewer, request),
      }),
  });

function open(deps: Dependencies, viewer: Viewer, request: CallRequest) {
  const recentAdditions = new RecentAdditions(deps, deps.clock());
  const translate: ToText = async (ownEvents, listener) => {
    const events: CompatEvent[] = [];
    for (const event of ownEvents) {
      recentAdditions.note(event);
      if (event.isPlaceholder && event.type !== 'series_deleted')
        events.push(...(await recentAdditions.find(listener, event)));
      for (const one of toCompatEvents(event)) events.push(await addMembers(deps, listener, one));
    }
    events.push(...(await describePositions(deps, listener, ownEvents)));
    return toText(events);
  };
  const client = deps.events.open({ viewer, verify: () => deps.verify(request), toText: translate });
  if (!can(viewer, 'tasks:read')) return client.stream;
  const report = () => {
    describeQueue(deps, viewer).then(
      (event) => client.writeComment(toText([event])),
      // The database is unavailable: the next report is sent.
      () => {},
    );
  };
  report();
  const timer = setInterval(report, deps.statusMs ?? defaultStatusMs).unref();
  client.stream.once('close', () => clearInterval(timer));
  return client.stream;
}

/** The active tasks that the viewer may see. Programs wait for an empty queue before they use new books. */
async function describeQueue({ tasks }: CompatDependencies, viewer: Viewer): Promise<CompatEvent> {
  const { byType, byStatus } = await tasks.stats(viewer);
  const active = byType.map(({ type, pending, running }) => [type, pending + running] as const);
  const countByType = Object.fromEntries(active.filter(([, count]) => count > 0));
  return { name: 'TaskQueueStatus', data: { count: byStatus.pending + byStatus.running, countByType } };
}
