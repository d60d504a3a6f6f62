import type { MatchState } from '@lectern/contract/matching';
import { reason } from '@lectern/contract/reasons';
import type { Cover } from '@lectern/contract/serving/covers';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-api.ts';
import { toBook } from '../../testing/fixtures.ts';
import { choose, chooseFile, self, show, toId, toPage } from '../../testing/show.tsx';
import { CoverDialog, type CoverDialogProps } from './cover-dialog.tsx';

const toCover = (id: string, source: Cover['source'], part: Partial<Cover> = {}): Cover => ({
  id,
  source,
  providerName: null,
  isSelected: false,
  mediaType: 'image/png',
  width: 60,
  height: 90,
  fileSize: 1,
  createdAt: null,
  ...part,
});
const uploaded = toCover(toId(50), 'custom');
const embedded = toCover('embedded', 'embedded', { width: null, height: null });
const first = toCover('first_book', 'first_book');
const picture = new File(['picture'], 'mine.png', { type: 'image/png' });
const saga: MatchState['matches'][number] = {
  provider: 'catalog',
  providerName: 'The catalog',
  isHere: true,
  externalId: '1',
  externalUrl: null,
  fields: null,
  dropped: [],
  takenAt: self.createdAt,
  refreshedAt: self.createdAt,
};

/** Shows the covers of a server that stores what it receives. */
function showCovers(noun: CoverDialogProps['noun'], initial: Cover[], more: Answers = {}) {
  let covers = initial;
  const select = (id: string | undefined) => {
    covers = covers.map((cover) => ({ ...cover, isSelected: cover.id === id }));
  };
  const add = () => {
    covers = [...covers, uploaded];
    select(uploaded.id);
    return Response.json({});
  };
  const remove = (id: string | undefined) => {
    covers = covers.filter((cover) => cover.id !== id);
    return undefined;
  };
  return show(<CoverDialog noun={noun} id={toId(20)} pageCount={30} onClose={() => {}} />, {
    'GET /api/v1/match/providers': { providers: [], isOnline: false },
    'GET /api/v1/series/{id}/match': { matches: [], isRefused: false, canUndo: false },
    'GET /api/v1/books/{id}/match': { matches: [], isRefused: false, canUndo: false },
    'POST /api/v1/books/list': toPage([]),
    'GET /api/v1/series/{id}/covers': () => ({ covers }),
    'GET /api/v1/books/{id}/covers': () => ({ covers }),
    'POST /api/v1/series/{id}/cover': add,
    'POST /api/v1/books/{id}/cover': add,
    'PUT /api/v1/series/{id}/covers/{coverId}/select': ({ params }) => {
      select(params.coverId);
      return covers.find(({ isSelected }) => isSelected) ?? first;
    },
    'DELETE /api/v1/books/{id}/covers/selected': () => {
      select(embedded.id);
      return undefined;
    },
    'DELETE /api/v1/series/{id}/covers/{coverId}': ({ params }) => remove(params.coverId),
    'GET /api/v1/books/{id}/pages/{number}': () => new Response('page'),
    ...more,
  });
}
const findPressed = async () => {
  const covers = await screen.findAllByRole('button', { name: /^Use this cover/ });
  return covers
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map((button) => button.getAttribute('aria-label'));
};

test('uploads a cover, selects another one, and deletes the uploaded one', async () => {
  const { user, changes } = showCovers('series', [{ ...first, isSelected: true }]);
  await screen.findByRole('button', { name: 'Use this cover: First book, 60 × 90' });
  await chooseFile(user, picture);
  await screen.findByText('The cover was changed');
  await waitFor(async () => expect(await findPressed()).toEqual(['Use this cover: Uploaded, 60 × 90']));
  await user.click(screen.getByRole('button', { name: 'Use this cover: First book, 60 × 90' }));
  await waitFor(async () => expect(await findPressed()).toEqual(['Use this cover: First book, 60 × 90']));
  expect(screen.queryByRole('button', { name: /^Delete this cover: First book/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete this cover: Uploaded, 60 × 90' }));
  await screen.findByText('Cover deleted');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Uploaded/ })).toBeNull());
  expect(changes.slice(1)).toEqual([
    [`PUT /api/v1/series/${toId(20)}/covers/first_book/select`],
    [`DELETE /api/v1/series/${toId(20)}/covers/${uploaded.id}`],
  ]);
});

test('returns to the automatic cover', async () => {
  const { user, changes } = showCovers('books', [embedded, { ...uploaded, isSelected: true }]);
  await user.click(await screen.findByRole('button', { name: 'Automatic' }));
  await waitFor(async () => expect(await findPressed()).toEqual(['Use this cover: From the book']));
  expect(changes).toEqual([[`DELETE /api/v1/books/${toId(20)}/covers/selected`]]);
});

test('accepts a dropped image and rejects other files', async () => {
  const { changes } = showCovers('books', [embedded]);
  const zone = await screen.findByText(/^Drop an image here/);
  const drop = (file: File) => {
    const event = createEvent.drop(zone);
    const item = { kind: 'file', type: file.type, getAsFile: () => file };
    Object.defineProperty(event, 'dataTransfer', {
      value: { files: [file], items: [item], types: ['Files'] },
    });
    fireEvent(zone, event);
  };
  drop(new File(['text'], 'notes.txt', { type: 'text/plain' }));
  await screen.findByText('This file is not a supported image.');
  expect(changes).toEqual([]);
  drop(picture);
  await screen.findByText('The cover was changed');
  expect(changes.map(([address]) => address)).toEqual([`POST /api/v1/books/${toId(20)}/cover`]);
});

test('uses a page of the book, and shows more pages on request', async () => {
  const { user, changes } = showCovers('books', [embedded]);
  const pages = within(await screen.findByRole('region', { name: 'From a page of the book' }));
  expect(pages.getAllByRole('button', { name: /^Use page/ })).toHaveLength(24);
  await user.click(pages.getByRole('button', { name: 'More pages' }));
  expect(pages.getAllByRole('button', { name: /^Use page/ })).toHaveLength(30);
  expect(pages.queryByRole('button', { name: 'More pages' })).toBeNull();
  await user.click(pages.getByRole('button', { name: 'Use page 30' }));
  await screen.findByText('The cover was changed');
  const [, form] = changes[0] ?? [];
  const file = form instanceof FormData ? form.get('file') : undefined;
  expect(file).toMatchObject({ name: 'page-30.jpg', type: 'image/jpeg' });
});

test('uses a page of another book for its series', async () => {
  const requested: string[] = [];
  const { user } = showCovers('series', [first], {
    'POST /api/v1/books/list': toPage([
      toBook('Saga 001'),
      toBook('Saga 002', { id: toId(31), pageCount: 3 }),
    ]),
    'GET /api/v1/books/{id}/pages/{number}': ({ params, query }) => {
      requested.push(`${params.id} ${params.number} ${query.width}`);
      return new Response('page');
    },
  });
  const pages = within(await screen.findByRole('region', { name: 'From a page of a book' }));
  expect(pages.getAllByRole('button', { name: /^Use page/ })).toHaveLength(9);
  await choose(user, pages.getByRole('combobox', { name: 'Book' }), 'Saga 002');
  expect(pages.getAllByRole('button', { name: /^Use page/ })).toHaveLength(3);
  await user.click(pages.getByRole('button', { name: 'Use page 2' }));
  await screen.findByText('The cover was changed');
  expect(requested).toEqual([`${toId(31)} 2 1200`]);
});

const online = {
  providers: [{ provider: 'catalog', name: 'The catalog', knows: [], isReady: true }],
  isOnline: true,
};
const ofCatalog = (index: number) =>
  toCover(toId(index), 'provider', { providerName: 'The catalog', width: 300, height: 450 });

test('downloads covers of the matched provider, and reports failures', async () => {
  const { user, changes } = showCovers('series', [first], {
    'GET /api/v1/match/providers': online,
    'GET /api/v1/series/{id}/match': { matches: [saga], isRefused: false, canUndo: true },
    'POST /api/v1/series/{id}/match/covers': {
      covers: [first, ofCatalog(51), ofCatalog(52)],
      failures: [
        {
          provider: 'catalog',
          providerName: 'The catalog',
          message: '',
          reason: reason('cover_no_picture', { name: 'The catalog' }),
        },
      ],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Get covers from The catalog' }));
  await screen.findByText('2 covers found');
  await screen.findByText('The catalog did not return a usable image.');
  expect(screen.getAllByRole('button', { name: 'Use this cover: From The catalog, 300 × 450' })).toHaveLength(
    2,
  );
  expect(screen.getAllByRole('button', { name: /^Delete this cover: From The catalog/ })).toHaveLength(2);
  expect(changes.map(([address]) => address)).toContain(`POST /api/v1/series/${toId(20)}/match/covers`);
});

test('asks to match a title with a provider first', async () => {
  showCovers('series', [first], { 'GET /api/v1/match/providers': online });
  await screen.findByText('Match this title with a provider to see its covers.');
  expect(screen.queryByRole('button', { name: /^Get covers/ })).toBeNull();
});
