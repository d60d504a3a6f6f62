import { toRecord } from '@lectern/contract/records';
import type { Release, ReleaseSettings, ReleaseState, ReleaseSummary } from '@lectern/contract/releases';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { choose, self, show, toId, toPage } from '../../testing/show.tsx';
import { NewReleases } from './index.tsx';
import { ReleasesPage } from './releases-page.tsx';
import { AvailableReleases } from './sections.tsx';

const toRelease = (index: number, part: Partial<Release> = {}): Release => ({
  id: toId(index),
  seriesId: toId(20),
  seriesTitle: 'Saga',
  volumes: [{ start: index, end: index }],
  chapters: [],
  language: 'en',
  group: 'Some group',
  source: 'Feed',
  url: 'https://site.example/volume/4',
  mediaUrl: null,
  mediaKind: null,
  releasedAt: self.createdAt,
  state: 'new',
  ...part,
});
const summary: ReleaseSummary = {
  settings: { isAutomatic: false, languages: [] },
  newCount: 2,
  languages: ['de', 'en'],
  isAvailable: true,
};

/** Shows the releases of a server that stores what it receives. */
function showReleases(...initial: Release[]) {
  let releases = initial;
  let { settings } = summary;
  return show(<ReleasesPage />, {
    'GET /api/v1/user/releases/summary': () => ({ ...summary, settings }),
    'GET /api/v1/user/releases': ({ query }) =>
      toPage(
        releases.filter(
          ({ state, language }) =>
            (state === 'dismissed') === (query.dismissed === 'true') &&
            (query.language ?? language) === language,
        ),
      ),
    'POST /api/v1/user/releases/marks': ({ body }) => {
      const { state, ids } = toRecord(body);
      releases = releases.map((one) =>
        !Array.isArray(ids) || ids.includes(one.id) ? { ...one, state: state as ReleaseState } : one,
      );
      return undefined;
    },
    'PATCH /api/v1/user/releases/settings': ({ body }) => {
      settings = { ...settings, ...(body as Partial<ReleaseSettings>) };
      return settings;
    },
  });
}

test('lists the number, language and source of releases, with safe external links', async () => {
  showReleases(
    toRelease(4, {
      chapters: [{ start: 1, end: 3 }],
      mediaUrl: 'magnet:?xt=urn:btih:a',
      mediaKind: 'magnet',
    }),
    toRelease(5, {
      volumes: [],
      url: null,
      state: 'seen',
      mediaUrl: 'https://site.example/t',
      mediaKind: 'torrent',
    }),
  );
  const list = await screen.findByRole('list', { name: 'Releases' });
  const [first, second] = within(list).getAllByRole('listitem');
  if (!first || !second) throw new Error('No releases are listed');
  expect(first.textContent).toContain('Saga Volume 4, Chapter 1–3New');
  within(first).getByText('English · Some group · Feed · Jan 2, 2026');
  const page = within(first).getByRole('link', { name: 'Open page' });
  expect(page.getAttribute('href')).toBe('https://site.example/volume/4');
  expect(page.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  within(first).getByRole('link', { name: 'Download link' });
  expect(second.textContent).toContain('Saga No number');
  within(second).getByRole('link', { name: 'Torrent' });
  expect(within(second).queryByText('New')).toBeNull();
});

test('dismisses a release with undo, and shows dismissed ones again', async () => {
  const { user, changes } = showReleases(toRelease(4), toRelease(5));
  await user.click(await screen.findByRole('button', { name: 'Dismiss Saga Volume 4' }));
  await screen.findByText('Dismissed');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Dismiss all' }));
  await screen.findByText('No new releases');
  await user.click(screen.getByRole('switch', { name: 'Show dismissed' }));
  await user.click(await screen.findByRole('button', { name: 'Show Saga Volume 5 again' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(changes.map(([, body]) => body)).toEqual([
    { state: 'dismissed', ids: [toId(4)] },
    { state: 'new', ids: [toId(4)] },
    { state: 'dismissed' },
    { state: 'new', ids: [toId(5)] },
  ]);
});

test('filters by language, and saves the settings immediately', async () => {
  const { user, changes } = showReleases(toRelease(4), toRelease(5, { language: 'de' }));
  await choose(user, await screen.findByRole('combobox', { name: 'Language' }), 'German');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  screen.getByText(/^German/, { selector: 'div' });
  await user.click(screen.getByRole('switch', { name: /^Follow series that I read/ }));
  await choose(user, screen.getByRole('combobox', { name: 'Languages' }), 'English');
  await user.click(screen.getByRole('button', { name: 'Mark all as seen' }));
  await screen.findByText('All releases were marked as seen');
  expect(changes.map(([, body]) => body)).toEqual([
    { isAutomatic: true },
    { languages: ['en'] },
    { state: 'seen' },
  ]);
});

test('a series is followed from its page, which then lists its releases', async () => {
  let isFollowed = false;
  const { user, changes } = show(<AvailableReleases seriesId={toId(20)} title="Saga" />, {
    'GET /api/v1/series/{id}/releases': () => ({
      isFollowed,
      choice: null,
      isAvailable: true,
      links: [{ label: 'Site', url: 'https://site.example' }],
      releases: isFollowed ? [toRelease(4)] : [],
    }),
    'PUT /api/v1/series/{id}/releases/follow': ({ body }) => {
      isFollowed = toRecord(body).isFollowed === true;
      return Response.json({});
    },
  });
  await screen.findByText('You don’t follow this series.');
  await user.click(screen.getByRole('button', { name: 'Follow new releases' }));
  await screen.findByText('You now follow “Saga”');
  await screen.findByRole('button', { name: 'Dismiss Volume 4' });
  expect(screen.getByRole('button', { name: 'Follow new releases' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  expect(screen.getByRole('link', { name: 'Site' }).getAttribute('rel')).toBe('noopener noreferrer');
  expect(changes).toEqual([[`PUT /api/v1/series/${toId(20)}/releases/follow`, { isFollowed: true }]]);
});

test('the home page shows only new releases, with a link to all', async () => {
  show(<NewReleases />, {
    'GET /api/v1/user/releases/summary': summary,
    'GET /api/v1/user/releases': toPage([toRelease(4), toRelease(5, { state: 'seen' }), toRelease(6)]),
  });
  const section = await screen.findByRole('region', { name: 'New releases' });
  expect(within(section).getAllByRole('listitem')).toHaveLength(2);
  expect(within(section).getByRole('link', { name: 'Show all 2 releases' }).getAttribute('href')).toBe(
    '/releases',
  );
});
