import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Answers } from '../../../testing/fake-api.ts';
import { toLibrary } from '../../../testing/fixtures.ts';
import { self, show, toId, toPage } from '../../../testing/show.tsx';
import { LibraryMenuHost, useLastTabs, useMenuHandlers } from '../index.tsx';
import { closeLibraryMenu } from '../menu/library-menu-store.ts';
import { EmptyLibrary } from './empty-library.tsx';
import { LibraryHead } from './library-head.tsx';

afterEach(closeLibraryMenu);

const library = toLibrary('Comics', { kind: 'comics', writeMetadata: 'off', allowFileChanges: false });
const running = { libraryId: library.id, filesTotal: 200, filesProcessed: 50 } as ScanStatus;

function Entry() {
  const { toLink } = useLastTabs();
  const menu = useMenuHandlers();
  return (
    <>
      <a href={toLink(library.id).to} {...menu(library.id)}>
        Entry
      </a>
      <LibraryMenuHost />
    </>
  );
}

function showHead(answers: Answers = {}) {
  return show(
    <>
      <LibraryHead library={library} tab="books" />
      <Entry />
    </>,
    {
      'GET /api/v1/libraries': toPage([library]),
      'GET /api/v1/scans/active': { scans: [] },
      'POST /api/v1/libraries/{id}/scan': () => Response.json(running),
      ...answers,
    },
  );
}

test('shows the tabs of a library, and opens it with the last one', async () => {
  const { user } = showHead();
  const tabs = within(await screen.findByRole('navigation', { name: 'Pages of Comics' })).getAllByRole(
    'link',
  );
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual(
    ['Recommended', 'Series', 'Books', 'Collections'].map((name) => [
      name,
      `/${name === 'Recommended' ? '' : name.toLowerCase()}?library=${toId(7)}`,
    ]),
  );
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([null, null, 'page', null]);
  expect(screen.getByRole('link', { name: 'Entry' }).getAttribute('href')).toBe('/books');
  tabs[2]?.focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(tabs[3]);
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(tabs[0]);
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(tabs[3]);
});

test('scans a library from its menu, by button and by right click', async () => {
  const { user, changes } = showHead();
  await user.click(await screen.findByRole('button', { name: 'More for Comics' }));
  const upload = await screen.findByRole('menuitem', { name: 'Upload books' });
  expect(upload.getAttribute('href')).toBe(`/upload?library=${toId(7)}`);
  screen.getByRole('menuitem', { name: 'Edit' });
  await user.click(screen.getByRole('menuitem', { name: 'Scan' }));
  await waitFor(() => expect(changes).toEqual([[`POST /api/v1/libraries/${toId(7)}/scan`]]));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  fireEvent.contextMenu(screen.getByRole('link', { name: 'Entry' }));
  await screen.findByRole('menuitem', { name: 'Scan' });
});

test.each([
  ['only the upload for users who may upload', 'files:upload', ['Upload books']],
  ['only the removal for users who may remove', 'libraries:delete', ['Remove library']],
] as const)('offers %s', async (_, permission, expected) => {
  const { user } = showHead({
    'GET /api/v1/auth/me': { ...self, role: 'reader', permissions: ['libraries:read', permission] },
  });
  await user.click(await screen.findByRole('button', { name: 'More for Comics' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(expected);
});

test('keeps the menu of the browser for readers', async () => {
  showHead({ 'GET /api/v1/auth/me': { ...self, role: 'reader', permissions: ['libraries:read'] } });
  const entry = await screen.findByRole('link', { name: 'Entry' });
  expect(screen.queryByRole('button', { name: 'More for Comics' })).toBeNull();
  expect(fireEvent.contextMenu(entry)).toBe(true);
});

test('shows the progress of a scan as a ring', async () => {
  showHead({ 'GET /api/v1/scans/active': { scans: [running] } });
  const ring = await screen.findByRole('progressbar', { name: 'Scan of Comics' });
  expect(ring.getAttribute('aria-valuenow')).toBe('25');
});

test('offers to scan an empty library', async () => {
  const { user, changes } = show(<EmptyLibrary library={library} />, {
    'GET /api/v1/scans/active': { scans: [] },
    'POST /api/v1/libraries/{id}/scan': () => Response.json(running),
  });
  await user.click(await screen.findByRole('button', { name: 'Scan' }));
  await waitFor(() => expect(changes).toHaveLength(1));
});
