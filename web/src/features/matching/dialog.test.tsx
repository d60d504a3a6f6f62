import type { MatchCandidate, MatchChange, MatchState } from '@lectern/contract/matching';
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Output } from '../../api/routes.ts';
import type { Answers } from '../../testing/fake-api.ts';
import { toPlugin } from '../../testing/plugins.ts';
import { self, show, toId, toUser } from '../../testing/show.tsx';
import { MatchDialog } from './dialog.tsx';
import { FindMetadata } from './find-metadata.tsx';

const toCandidate = (externalId: string, part: Partial<MatchCandidate> = {}): MatchCandidate => ({
  provider: 'catalog',
  providerName: 'The catalog',
  externalId,
  title: 'Saga',
  alternateTitles: ['サーガ'],
  year: 2012,
  format: 'comic',
  status: 'ongoing',
  authors: ['Brian K. Vaughan'],
  description: 'At war.',
  coverUrl: null,
  score: 0.95,
  reasons: [
    { kind: 'title', isFor: true, detail: 'Saga' },
    { kind: 'kind', isFor: false, detail: 'manga' },
  ],
  ...part,
});
const toChange = (
  field: string,
  after: MatchChange['after'],
  effect: MatchChange['effect'],
): MatchChange => ({
  field,
  before: null,
  after,
  effect,
  from: null,
});
const none: MatchState = { matches: [], isRefused: false, canUndo: false };
const matched: MatchState = {
  isRefused: false,
  canUndo: true,
  matches: [
    {
      provider: 'catalog',
      providerName: 'The catalog',
      isHere: true,
      externalId: '1',
      externalUrl: 'https://catalog.example/1',
      fields: null,
      dropped: [],
      takenAt: self.createdAt,
      refreshedAt: self.createdAt,
    },
  ],
};
const id = toId(20);
const catalog = { provider: 'catalog', name: 'The catalog' };
const online = { isOnline: true, providers: [{ ...catalog, knows: ['series' as const], isReady: true }] };

/** Shows the dialog of a server that stores what it receives. */
function showMatching(initial: MatchState, more: Answers = {}) {
  let state = initial;
  const set = (next: MatchState) => {
    state = next;
    return state;
  };
  return show(<MatchDialog noun="series" id={id} title="Saga" onClose={() => {}} />, {
    'GET /api/v1/series/{id}/match': () => state,
    'GET /api/v1/match/providers': online,
    'POST /api/v1/series/{id}/match/candidates': {
      providers: [catalog, { provider: 'slow', name: 'Slow catalog' }],
      candidates: [toCandidate('1'), toCandidate('2', { title: 'Saga Deluxe', score: 0.5 })],
      failures: [{ provider: 'slow', providerName: 'Slow catalog', message: 'It is busy.', reason: null }],
    },
    'POST /api/v1/series/{id}/match/preview': {
      provider: 'catalog',
      providerName: 'The catalog',
      externalId: '1',
      externalUrl: null,
      changes: [
        toChange('status', 'ongoing', 'changes'),
        toChange('publisher', 'Image Comics', 'changes'),
        toChange('year', 2012, 'same'),
        toChange('genres', ['Space opera'], 'behind'),
        toChange('summary', 'At war.', 'locked'),
      ],
      dropped: ['ageRating'],
    },
    'PUT /api/v1/series/{id}/match': () => set(matched),
    'POST /api/v1/series/{id}/match/undo': () => set(none),
    'POST /api/v1/series/{id}/match/refresh': () => set(matched),
    'DELETE /api/v1/series/{id}/match': () => set(none),
    'PUT /api/v1/series/{id}/match/refusal': () => set({ ...none, isRefused: true }),
    ...more,
  });
}

test('lists candidates with their confidence and reasons, and providers that failed', async () => {
  showMatching(none);
  const list = await screen.findByRole('list', { name: 'Candidates' });
  within(list).getByText('95% match');
  within(list).getByText('50% match');
  const [reasons] = within(list).getAllByRole('list', { name: 'Reasons' });
  expect(reasons?.textContent).toBe('Same titleType: manga');
  within(list).getAllByText('The catalog · 2012 · comic · Ongoing · Brian K. Vaughan');
  screen.getByText('No response from Slow catalog');
  screen.getByText('Searched: The catalog and Slow catalog');
});

test('applies the chosen changes of a candidate, and undoes them', async () => {
  const { user, changes } = showMatching(none);
  await user.click(await screen.findByRole('button', { name: 'Review Saga from The catalog' }));
  const list = within(await screen.findByRole('list', { name: 'Changes' }));
  const boxes = list.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [false, true],
  ]);
  list.getByText('another source has priority');
  list.getByText('locked');
  screen.getByText('Not applied: ageRating');
  await user.click(list.getByRole('checkbox', { name: 'Publisher' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('Metadata from The catalog applied');
  await screen.findByText(/^Matched with The catalog:/);
  expect(screen.getByRole('link', { name: '1' }).getAttribute('rel')).toContain('noopener');
  await user.click(screen.getByRole('button', { name: 'Undo last change' }));
  await screen.findByText('Change undone');
  const fields = ['status', 'year', 'genres'];
  expect(changes).toEqual([
    [`PUT /api/v1/series/${id}/match`, { provider: 'catalog', externalId: '1', fields }],
    [`POST /api/v1/series/${id}/match/undo`],
  ]);
});

test('refreshes and removes a match, and disables matching', async () => {
  const { user, changes } = showMatching(matched);
  await user.click(await screen.findByRole('button', { name: 'Refresh' }));
  await screen.findByText('Metadata refreshed');
  await user.click(screen.getByRole('button', { name: 'Remove match with The catalog' }));
  await screen.findByText('Match with The catalog removed');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: 'Never match' }));
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'Never match' })).toHaveProperty('checked', true),
  );
  expect(changes).toEqual([
    [`POST /api/v1/series/${id}/match/refresh`],
    [`DELETE /api/v1/series/${id}/match`],
    [`PUT /api/v1/series/${id}/match/refusal`, { isRefused: true }],
  ]);
});

test('searches for another title, and names the providers that found nothing', async () => {
  const searched: unknown[] = [];
  const { user } = showMatching(none, {
    'POST /api/v1/series/{id}/match/candidates': ({ body }) => {
      searched.push(body);
      return { candidates: [], providers: [catalog], failures: [] };
    },
  });
  await screen.findByText('No results. Try another title.');
  screen.getByText('Searched: The catalog');
  await user.type(screen.getByRole('textbox', { name: 'Search by title' }), ' Other {Enter}');
  await waitFor(() => expect(searched).toEqual([{}, { query: 'Other' }]));
});

test('shows an error instead of “no results” if no provider can be reached', async () => {
  const failure = { provider: 'catalog', providerName: 'The catalog', message: 'ENOTFOUND', reason: null };
  showMatching(none, {
    'POST /api/v1/series/{id}/match/candidates': {
      candidates: [],
      providers: [catalog],
      failures: [failure],
    },
  });
  await screen.findByText(/^No provider can be reached/);
  screen.getByText('No response from The catalog');
  expect(screen.queryByText(/No results/)).toBeNull();
});

test('finds and applies metadata with three clicks on a server without Internet access', async () => {
  const can: Plugin['can'] = { metadata: ['book'], releases: false, syncReading: false, recommend: false };
  const isOff = { origin: 'built_in', isEnabled: false, state: 'disabled', can } as const;
  const open = toPlugin({ ...isOff, id: toId(31), displayName: 'Open Library' });
  const key = { key: 'key', label: 'Key', description: null, isSecret: true, placeholder: null };
  let providers: Output<'GET /api/v1/match/providers'> = { isOnline: false, providers: [] };
  let state = none;
  const { user, changes } = show(<FindMetadata noun="books" id={id} title="Emma" />, {
    'GET /api/v1/match/providers': () => providers,
    'GET /api/v1/admin/plugins': {
      isOnline: false,
      plugins: [
        open,
        toPlugin({
          ...isOff,
          id: toId(32),
          displayName: 'Comic Vine',
          credentials: [{ ...key, required: true, isSet: false }],
        }),
        toPlugin({ ...isOff, id: toId(33), displayName: 'AniList', can: { ...can, metadata: ['series'] } }),
      ],
    },
    'PUT /api/v1/admin/settings/{key}': () => Response.json({}),
    'PATCH /api/v1/admin/plugins/{id}': () => {
      providers = { isOnline: true, providers: [{ ...catalog, knows: ['books'], isReady: true }] };
      return open;
    },
    'GET /api/v1/books/{id}/match': () => state,
    'POST /api/v1/books/{id}/match/candidates': {
      candidates: [toCandidate('7', { title: 'Emma' })],
      providers: [catalog],
      failures: [],
    },
    'PUT /api/v1/books/{id}/match': () => {
      state = matched;
      return state;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Find metadata' }));
  await screen.findByText('Internet access is turned off');
  await screen.findByText('Not listed, because they need a key: Comic Vine');
  const boxes = screen.getAllByRole('checkbox').filter((box) => box.closest('[role=group]'));
  expect(boxes).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await user.click(await screen.findByRole('button', { name: 'Apply Emma from The catalog' }));
  await screen.findByText(/^Matched with The catalog:/);
  expect(changes).toEqual([
    ['PUT /api/v1/admin/settings/online.enabled', { value: true }],
    [`PATCH /api/v1/admin/plugins/${open.id}`, { isEnabled: true }],
    [`PUT /api/v1/books/${id}/match`, { provider: 'catalog', externalId: '7' }],
  ]);
});

test('names the kind that no enabled provider has, and the help of an administrator', async () => {
  showMatching(none, {
    'GET /api/v1/auth/me': toUser('ben', { permissions: ['series:read', 'series:write'] }),
    'GET /api/v1/match/providers': {
      isOnline: true,
      providers: [{ ...catalog, knows: ['books'], isReady: true }],
    },
  });
  await screen.findByText('No metadata provider for series is turned on');
  screen.getByText('Ask an administrator to turn on metadata providers.');
});
