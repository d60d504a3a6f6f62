import type { Library } from '@lectern/contract/libraries/libraries';
import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queries } from '../../api/query-client.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { toLibrary } from '../../testing/fixtures.ts';
import { self, show, toId, toPage } from '../../testing/show.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { FileItems } from './index.tsx';

function BookMenu({ format }: { format: string | undefined }) {
  const t = useTranslate();
  const of = format === undefined ? ({ noun: 'series' } as const) : ({ noun: 'books', format } as const);
  return (
    <MoreMenu label={t('lists.moreActions')}>
      <Menu.Item>First</Menu.Item>
      <FileItems {...of} libraryId={toId(7)} onOpen={() => {}} />
    </MoreMenu>
  );
}

async function openMenu(library: Partial<Library>, format: string | undefined, me = self) {
  const { user } = show(<BookMenu format={format} />, {
    'GET /api/v1/auth/me': me,
    'GET /api/v1/libraries': toPage([toLibrary('Comics', library)]),
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'First' });
}

/** Without the first item, which is always shown. */
const listItems = () =>
  screen
    .getAllByRole('menuitem')
    .slice(1)
    .map(({ textContent }) => textContent);
const changes = ['Move …', 'Rename …', 'Delete …'];

test.each([
  [
    'everything',
    { allowFileChanges: true, writeMetadata: 'files' },
    'cbr',
    ['Save metadata to file …', 'Convert to CBZ …', ...changes],
  ],
  ['no conversion of a CBZ', { allowFileChanges: true, writeMetadata: 'off' }, 'cbz', changes],
  [
    'no changes where the library forbids them',
    { allowFileChanges: false, writeMetadata: 'sidecars' },
    'cbr',
    ['Save metadata to file …'],
  ],
  [
    'a conversion of each series',
    { allowFileChanges: true, writeMetadata: 'off' },
    undefined,
    ['Convert to CBZ …', ...changes],
  ],
  ['nothing where the library forbids all', { allowFileChanges: false, writeMetadata: 'off' }, 'cbr', []],
] as const)('the menu offers %s', async (_, library, format, items) => {
  await openMenu(library, format);
  await expect.poll(() => queries.getQueryData(['libraries'])).toBeDefined();
  await expect.poll(listItems).toEqual(items);
});

test('a user without permission is offered no file actions', async () => {
  const permissions = self.permissions.filter((one) => one !== 'files:manage');
  await openMenu({ allowFileChanges: true, writeMetadata: 'files' }, 'cbr', { ...self, permissions });
  await expect.poll(() => queries.getQueryData(['me'])).toBeDefined();
  expect(listItems()).toEqual([]);
});
