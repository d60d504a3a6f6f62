import { toRecord } from '@lectern/contract/records';
import type {
  SubjectTracking,
  Tracker,
  TrackingChange,
  TrackingRun,
} from '@lectern/contract/tracking/tracking';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { choose, self, show, toId, toPage } from '../../testing/show.tsx';
import { TrackingDialog } from './dialog.tsx';
import { TrackerPanel } from './panel.tsx';

type Link = NonNullable<SubjectTracking['trackers'][number]['link']>;

const tracker: Tracker = {
  id: toId(1),
  displayName: 'The shelf',
  source: 'shelf',
  noun: 'series',
  isConnected: true,
  username: 'anna',
  problem: null,
  linkCount: 1,
  lastSentAt: null,
  settings: { sendsAutomatically: true, sendsRatings: true, isPrivate: false, unit: 'volumes' },
};
const entry = { status: 'reading', volumes: 1, chapters: null, score: 80 } as const;
const toChange = (part: Partial<TrackingChange> = {}): TrackingChange => ({
  seriesId: toId(20),
  bookId: null,
  title: 'Saga',
  externalId: '30002',
  outcome: 'created',
  before: null,
  after: entry,
  books: 0,
  message: null,
  ...part,
});
const link: Link = {
  externalId: '30002',
  isHeld: false,
  unit: null,
  status: null,
  lastSent: entry,
  lastSentAt: self.createdAt,
  failure: null,
};

/** Shows the dialog of a server that stores what it receives. */
function showDialog(initial: Link | null, knownId: string | null = null) {
  let stored = initial;
  const closed: SubjectTracking['trackers'][number] = {
    id: toId(2),
    displayName: 'Other',
    isConnected: false,
    link: null,
    knownId: null,
  };
  return show(<TrackingDialog noun="series" id={toId(20)} title="Saga" onClose={() => {}} />, {
    'GET /api/v1/series/{id}/tracking': () => ({
      trackers: [{ id: toId(1), displayName: 'The shelf', isConnected: true, link: stored, knownId }, closed],
    }),
    'PUT /api/v1/series/{id}/tracking/{trackerId}': ({ body }) => {
      stored = { ...(stored ?? link), ...(toRecord(body) as Partial<Link>) };
      return Response.json(stored);
    },
    'DELETE /api/v1/series/{id}/tracking/{trackerId}': () => {
      stored = null;
      return undefined;
    },
  });
}
const address = `/api/v1/series/${toId(20)}/tracking/${toId(1)}`;

test('tracks a series by the address of its page, and stops', async () => {
  const { user, changes } = showDialog(null);
  const dialog = within(await screen.findByRole('dialog', { name: 'Tracking: Saga' }));
  const field = await dialog.findByRole('textbox', { name: 'ID or page address' });
  expect(dialog.getByRole('button', { name: 'Track' })).toHaveProperty('disabled', true);
  expect(dialog.queryByText('Other')).toBeNull();
  await user.type(field, ' https://shelf.example/manga/30002 ');
  await user.click(dialog.getByRole('button', { name: 'Track' }));
  await screen.findByText('Tracked with The shelf');
  await dialog.findByText(/^Last synced Jan 2, 2026.* Reading, 1 volume, rated 80\/100$/);
  await user.click(dialog.getByRole('button', { name: 'Stop tracking' }));
  await screen.findByText('No longer tracked with The shelf');
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Stop tracking' })).toBeNull());
  expect(changes).toEqual([
    [`PUT ${address}`, { externalId: 'https://shelf.example/manga/30002' }],
    [`DELETE ${address}`],
  ]);
});

test('suggests the id of the metadata', async () => {
  showDialog(null, '30002');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'ID or page address' });
  expect(field.value).toBe('30002');
  screen.getByText('From metadata');
});

test('saves the status, the unit and a pause of a tracked series immediately', async () => {
  const { user, changes } = showDialog({ ...link, failure: 'The entry is gone.' });
  await choose(user, await screen.findByRole('combobox', { name: 'Status' }), 'On hold');
  await choose(user, screen.getByRole('combobox', { name: 'Count as' }), 'Chapters');
  await user.click(screen.getByRole('switch', { name: 'Don’t sync this title' }));
  await waitFor(() => expect(changes).toHaveLength(3));
  const { externalId } = link;
  expect(changes.map(([, body]) => body)).toEqual([
    { externalId, status: 'on_hold' },
    { externalId, unit: 'chapters' },
    { externalId, isHeld: true },
  ]);
  screen.getByText('The entry is gone.');
});

/** Shows the panel of a server that runs immediately. */
function showPanel(part: Partial<Tracker> = {}) {
  let run: TrackingRun | undefined;
  return show(<TrackerPanel tracker={{ ...tracker, ...part }} />, {
    'GET /api/v1/user/tracking/{id}/run': () => run,
    'POST /api/v1/user/tracking/{id}/run': ({ body }) => {
      const { direction, isPreview } = body as Pick<TrackingRun, 'direction' | 'isPreview'>;
      const fetched = toChange({ outcome: 'read', after: null, books: 2 });
      run = {
        direction,
        isPreview,
        state: 'done',
        at: self.createdAt,
        message: null,
        changes: direction === 'send' ? [toChange()] : [fetched, toChange({ outcome: 'rated' })],
      };
      return Response.json(run);
    },
    'PATCH /api/v1/user/tracking/{id}': ({ body }) => Response.json({ ...tracker, ...toRecord(body) }),
    'GET /api/v1/user/tracking/{id}/log': {
      entries: [{ ...toChange({ outcome: 'failed', message: 'Too many requests' }), at: self.createdAt }],
    },
    'GET /api/v1/user/tracking/{id}/links': toPage([
      { ...link, seriesId: toId(20), bookId: null, title: 'Saga', isHeld: true },
    ]),
    'POST /api/v1/user/tracking/{id}/links/known': { linked: 0 },
  });
}

test('previews and sends progress, and fetches it', async () => {
  const { user, changes } = showPanel();
  await screen.findByText('Connected as anna');
  await user.click(screen.getByRole('button', { name: 'Preview send' }));
  await screen.findByText('1 change would be made');
  const rows = () => within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('listitem');
  expect(rows().map(({ textContent }) => textContent)).toEqual(['SagaAddedReading, 1 volume, rated 80/100']);
  await user.click(screen.getByRole('button', { name: 'Send all' }));
  await screen.findByText('1 change made');
  await user.click(screen.getByRole('button', { name: 'Fetch' }));
  await screen.findByText('2 changes made');
  expect(rows()[0]?.textContent).toBe('SagaMarked as read2 books');
  const action = `POST /api/v1/user/tracking/${tracker.id}/run`;
  expect(changes).toEqual([
    [action, { direction: 'send', isPreview: true }],
    [action, { direction: 'send', isPreview: false }],
    [action, { direction: 'fetch', isPreview: false }],
  ]);
});

test('shows the tracked series and the log on request', async () => {
  const { user } = showPanel();
  await user.click(await screen.findByRole('button', { name: 'Show' }));
  expect((await screen.findByRole('link', { name: 'Saga' })).getAttribute('href')).toBe(
    `/series/${toId(20)}`,
  );
  screen.getByText('Not synced');
  await user.click(screen.getByRole('button', { name: 'Log' }));
  const log = await screen.findByRole('list', { name: 'Log' });
  within(log).getByText('Too many requests');
  await user.click(screen.getByRole('button', { name: 'Track all matched series' }));
  await screen.findByText('Nothing new to track');
});

test('saves its settings immediately, and reports a broken connection', async () => {
  const { user, changes } = showPanel({ problem: 'The token has expired.', linkCount: 0 });
  await screen.findByText('Reconnect account');
  screen.getByText('The token has expired.');
  screen.getByText('Nothing is tracked yet');
  expect(screen.getByRole('button', { name: 'Send all' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('switch', { name: 'Make new entries private' }));
  await choose(user, screen.getByRole('combobox', { name: 'Count as' }), 'Chapters');
  await waitFor(() =>
    expect(changes.map(([, body]) => body)).toEqual([{ isPrivate: true }, { unit: 'chapters' }]),
  );
});
