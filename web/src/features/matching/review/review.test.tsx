import type { MatchProposal } from '@lectern/contract/matching';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../../testing/fake-api.ts';
import { self, show, toId, toPage } from '../../../testing/show.tsx';
import { MatchingReview } from './review.tsx';

const toProposal = (
  index: number,
  title: string,
  state: MatchProposal['state'] = 'pending',
): MatchProposal => ({
  id: toId(index),
  noun: 'series',
  state,
  isRefused: false,
  alternatives: [],
  dropped: [],
  subject: { id: toId(index + 100), libraryId: toId(7), title, seriesTitle: null },
  candidate: {
    provider: 'catalog',
    providerName: 'The catalog',
    externalId: '1',
    title,
    alternateTitles: [],
    year: 2012,
    format: null,
    status: null,
    authors: [],
    description: null,
    coverUrl: null,
    score: 0.8,
    reasons: [],
  },
  changes: [
    { field: 'status', before: null, after: 'ended', effect: 'changes', from: null },
    { field: 'publisher', before: null, after: 'Image', effect: 'changes', from: null },
  ],
  createdAt: self.createdAt,
  updatedAt: self.createdAt,
});

/** Shows the proposals of a server that stores what it receives. */
function showReview(libraryId: string | undefined, ...titles: string[]) {
  let proposals = titles.map((title, index) => toProposal(index + 1, title));
  const decide = (id: string | undefined, state: MatchProposal['state']): MatchProposal => {
    proposals = proposals.map((one) => (one.id === id ? { ...one, state } : one));
    return proposals.find((one) => one.id === id) ?? toProposal(0, '');
  };
  return show(<MatchingReview libraryId={libraryId}>Library</MatchingReview>, {
    'GET /api/v1/match/providers': {
      isOnline: true,
      providers: [{ provider: 'catalog', name: 'The catalog', knows: ['series'], isReady: true }],
    },
    'GET /api/v1/match/proposals': ({ query }) =>
      toPage(proposals.filter(({ state }) => state === query.state)),
    'POST /api/v1/match/proposals/{id}/accept': ({ params }) => decide(params.id, 'accepted'),
    'POST /api/v1/match/proposals/{id}/dismiss': ({ params }) => decide(params.id, 'dismissed'),
    'POST /api/v1/match/proposals/{id}/undo': ({ params }) => decide(params.id, 'pending'),
    'POST /api/v1/libraries/{id}/match': { taskId: toId(1) },
    'POST /api/v1/libraries/{id}/match/refresh': { taskId: toId(1) },
    'POST /api/v1/match/proposals/accept': { accepted: 2 },
  });
}
const findCurrent = () => screen.findByRole('listitem', { current: true });

test('moves between proposals by keys, and accepts or dismisses the current one', async () => {
  const { user, changes } = showReview(undefined, 'Saga', 'Monstress', 'Akira');
  expect((await findCurrent()).textContent).toContain('Saga');
  await user.keyboard('j');
  expect((await findCurrent()).textContent).toContain('Monstress');
  await user.keyboard('k');
  expect((await findCurrent()).textContent).toContain('Saga');
  await user.keyboard('a');
  await screen.findByText('Saga: accepted');
  expect((await findCurrent()).textContent).toContain('Monstress');
  await user.keyboard('n');
  await screen.findByText('Monstress: dismissed');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Monstress' })).toBeNull());
  await user.keyboard('d');
  await screen.findByText('No matches to review');
  expect(changes).toEqual([
    [`POST /api/v1/match/proposals/${toId(1)}/accept`, {}],
    [`POST /api/v1/match/proposals/${toId(2)}/dismiss`, { never: true }],
    [`POST /api/v1/match/proposals/${toId(3)}/dismiss`, { never: false }],
  ]);
});

test('accepts only the chosen changes of a proposal', async () => {
  const { user, changes } = showReview(undefined, 'Saga');
  await user.click(await screen.findByRole('checkbox', { name: 'Publisher' }));
  await user.click(screen.getByRole('button', { name: 'Accept the match for Saga' }));
  await screen.findByText('No matches to review');
  expect(changes[0]?.[1]).toEqual({ fields: ['status'] });
});

test('reopens a decided proposal', async () => {
  const { user, changes } = showReview(undefined, 'Saga');
  await user.click(await screen.findByRole('button', { name: 'Dismiss the match for Saga' }));
  await screen.findByText('No matches to review');
  await user.click(screen.getByRole('radio', { name: 'Dismissed' }));
  await user.click(await screen.findByRole('button', { name: 'Undo: Saga' }));
  await screen.findByText('No dismissed matches');
  expect(changes.at(-1)).toEqual([`POST /api/v1/match/proposals/${toId(1)}/undo`]);
});

test('starts the search for a library, and accepts all confident proposals', async () => {
  const { user, changes } = showReview(toId(7), 'Saga');
  await user.click(await screen.findByRole('button', { name: 'Find all again' }));
  await screen.findByText('Started. See Tasks for progress');
  await user.click(screen.getByRole('button', { name: 'Refresh metadata' }));
  await user.click(screen.getByRole('button', { name: 'Accept all from 90%' }));
  await screen.findByText('2 matches accepted');
  expect(changes).toEqual([
    [`POST /api/v1/libraries/${toId(7)}/match`, { noun: 'series', again: true }],
    [`POST /api/v1/libraries/${toId(7)}/match/refresh`, { noun: 'series' }],
    ['POST /api/v1/match/proposals/accept', { noun: 'series', libraryId: toId(7), fromScore: 0.9 }],
  ]);
});

test('stays usable if the providers cannot be read', async () => {
  let requests = 0;
  const { user } = show(<MatchingReview libraryId={undefined}>Library</MatchingReview>, {
    'GET /api/v1/match/providers': () => {
      requests++;
      return refuse(403, 'forbidden');
    },
    'GET /api/v1/match/proposals': ({ query }) =>
      toPage(query.state === 'pending' ? [toProposal(1, 'Saga')] : []),
  });
  await findCurrent();
  await user.click(screen.getByRole('radio', { name: 'Dismissed' }));
  await screen.findByText('No dismissed matches');
  // Once for the page, and once for the part that shows them. The second answer must not hide the page.
  expect(requests).toBe(2);
});
