import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-api.ts';
import { toLibrary, toSeries } from '../../testing/fixtures.ts';
import { choose, show, toId, toPage } from '../../testing/show.tsx';
import { FilterBuilder } from './builder/builder.tsx';
import type { Filter } from './model.ts';
import { FilterChips } from './pieces/chips.tsx';
import { QuickPanel } from './pieces/quick-panel.tsx';

const genres = ['Horror', 'Crime'].map((name, index) => ({ id: toId(index), name, seriesCount: 9 - index }));
const answers: Answers = {
  'GET /api/v1/genres': ({ query }) =>
    toPage(genres.filter(({ name }) => name.toLowerCase().includes(query.search ?? ''))),
  'GET /api/v1/tags': toPage([]),
  'GET /api/v1/authors': toPage([]),
  'GET /api/v1/publishers': toPage([]),
  'GET /api/v1/languages': toPage([]),
  'GET /api/v1/age-ratings': { ageRatings: [{ ageRating: 12, seriesCount: 2 }] },
};

function showBuilder(target: ConditionTarget, filter?: Filter) {
  const applied: (Filter | undefined)[] = [];
  const counted: unknown[] = [];
  const count = ({ body }: { body: unknown }) => {
    counted.push(toRecord(body).condition);
    return { ...toPage([toSeries('Saga')]), total: 9 };
  };
  const shown = show(
    <FilterBuilder
      target={target}
      filter={filter}
      within={{ library: toId(7) }}
      onApply={(next) => applied.push(next)}
      onClose={() => {}}
    />,
    {
      ...answers,
      'POST /api/v1/series/list': count,
      'POST /api/v1/books/list': () => ({ ...toPage([]), total: 3 }),
    },
  );
  return { ...shown, applied, counted };
}
const findRule = async (name: string) =>
  within((await screen.findAllByRole('group', { name })).at(-1) ?? document.body);

test('builds nested and negated rules with suggestions, and counts the results within the list', async () => {
  const { user, applied, counted } = showBuilder('series');
  const first = await findRule('Rule 1');
  await choose(user, first.getByRole('combobox', { name: 'Field' }), 'Genre');
  await user.type(first.getByRole('combobox', { name: 'Value' }), 'hor');
  await user.click(await screen.findByRole('option', { name: 'Horror 9 series' }));
  await screen.findByText('9 series match');
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  const group = within(screen.getByRole('group', { name: 'Group 1.2' }));
  await user.selectOptions(group.getByRole('combobox', { name: 'Match' }), 'None of these matches');
  const year = await findRule('Rule 1');
  await choose(user, year.getByRole('combobox', { name: 'Field' }), 'Year');
  await user.selectOptions(year.getByRole('combobox', { name: 'Operator' }), 'is less than');
  screen.getByText('Some rules have no value.');
  await user.type(year.getByRole('textbox', { name: 'Value' }), '1996');
  await user.click(group.getByRole('button', { name: 'Add rule' }));
  const title = await findRule('Rule 2');
  await choose(user, title.getByRole('combobox', { name: 'Field' }), 'Title');
  await user.selectOptions(title.getByRole('combobox', { name: 'Operator' }), 'begins with');
  await user.type(title.getByRole('combobox', { name: 'Value' }), 'g');
  const genre = { genre: { operator: 'is', value: 'Horror' } };
  const none = [{ year: { operator: 'lt', value: 1996 } }, { title: { operator: 'beginsWith', value: 'g' } }];
  const filter = { allOf: [genre, { not: { anyOf: none } }] };
  await waitFor(() =>
    expect(counted.at(-1)).toEqual({ allOf: [{ libraryId: { operator: 'is', value: toId(7) } }, filter] }),
  );
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(applied).toEqual([filter]);
});

test('opens an existing filter, removes rules, and clears it', async () => {
  const filter = {
    allOf: [{ genre: { operator: 'is', value: 'Horror' } }, { wantToRead: { operator: 'isTrue' } }],
  };
  const { user, applied } = showBuilder('series', filter);
  const second = await findRule('Rule 2');
  expect(second.getByRole('combobox', { name: 'Field' })).toHaveProperty('value', 'Want to read');
  await user.click((await findRule('Rule 1')).getByRole('button', { name: 'Remove rule' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(applied).toEqual([{ wantToRead: { operator: 'isTrue' } }, undefined]);
});

const optionsOf = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('offers only useful operators, without a second negation in a negated group', async () => {
  const { user, applied } = showBuilder('books');
  const rule = await findRule('Rule 1');
  expect(rule.queryByRole('checkbox')).toBeNull();
  const operator = () => rule.getByRole('combobox', { name: 'Operator' });
  expect(optionsOf(operator())).toEqual(['is', 'is not', 'is one of', 'is none of']);
  const group = screen.getByRole('combobox', { name: 'Match' });
  expect(optionsOf(group)).toEqual(['All of these match', 'Any of these matches', 'None of these matches']);
  await user.selectOptions(group, 'None of these matches');
  expect(optionsOf(operator())).toEqual(['is', 'is one of']);
  await choose(user, rule.getByRole('combobox', { name: 'Field' }), 'Title');
  expect(optionsOf(operator())).toEqual(['is', 'contains', 'begins with', 'ends with', 'is one of']);
  await user.selectOptions(group, 'All of these match');
  await user.selectOptions(operator(), 'does not begin with');
  await user.type(rule.getByRole('combobox', { name: 'Value' }), 'g');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(applied).toEqual([{ not: { title: { operator: 'beginsWith', value: 'g' } } }]);
});

test('opens a filter with double negations in its plain form', async () => {
  const filter = {
    not: {
      anyOf: [
        { not: { title: { operator: 'beginsWith', value: 'g' } } },
        { genre: { operator: 'isNot', value: 'Horror' } },
      ],
    },
  };
  const { user, applied } = showBuilder('series', filter);
  const first = await findRule('Rule 1');
  expect(screen.getByRole('combobox', { name: 'Match' })).toHaveProperty('value', 'matchAll');
  expect(first.getByRole('combobox', { name: 'Operator' })).toHaveProperty('value', 'beginsWith');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(applied).toEqual([
    {
      allOf: [
        { title: { operator: 'beginsWith', value: 'g' } },
        { genre: { operator: 'is', value: 'Horror' } },
      ],
    },
  ]);
});

test('does not apply rules without a value', async () => {
  const { user, applied } = showBuilder('series');
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  expect((await screen.findByText('Some rules have no value.')).style.cssText).toContain('red');
  expect(applied).toEqual([]);
});

test('edits ranges, durations and sizes of books', async () => {
  const { user, applied } = showBuilder('books');
  const rule = await findRule('Rule 1');
  await choose(user, rule.getByRole('combobox', { name: 'Field' }), 'Pages');
  await user.selectOptions(rule.getByRole('combobox', { name: 'Operator' }), 'is between');
  await user.type(rule.getByRole('textbox', { name: 'From' }), '10');
  await user.type(rule.getByRole('textbox', { name: 'To' }), '20');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await choose(user, rule.getByRole('combobox', { name: 'Field' }), 'File size');
  await user.selectOptions(rule.getByRole('combobox', { name: 'Operator' }), 'is more than');
  await user.type(rule.getByRole('textbox', { name: 'Value' }), '5');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await choose(user, rule.getByRole('combobox', { name: 'Field' }), 'Added');
  await user.selectOptions(rule.getByRole('combobox', { name: 'Operator' }), 'is in');
  await user.type(rule.getByRole('textbox', { name: 'Value' }), '3');
  await user.selectOptions(rule.getByRole('combobox', { name: 'Unit' }), 'weeks');
  await screen.findByText('3 books match');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(applied).toEqual([
    { pageCount: { operator: 'between', min: 10, max: 20 } },
    { fileSize: { operator: 'gt', value: 5 * 1024 ** 2 } },
    { dateAdded: { operator: 'inTheLast', value: 'P3W' } },
  ]);
});

function Quick({ start, onFilter }: { start?: Filter; onFilter(filter: Filter | undefined): void }) {
  const [filter, setFilter] = useState(start);
  const change = (next: Filter | undefined) => {
    setFilter(next);
    onFilter(next);
  };
  const nothing = () => {};
  return (
    <QuickPanel
      target="series"
      filter={filter}
      within={{}}
      onChange={change}
      onAdvanced={nothing}
      onClose={nothing}
    />
  );
}

test('quick filters apply immediately, combine, and are removed by another tap', async () => {
  const filters: (Filter | undefined)[] = [];
  const { user } = show(<Quick onFilter={(filter) => filters.push(filter)} />, answers);
  const status = within(await screen.findByRole('group', { name: 'Reading status' }));
  await user.click(status.getByRole('checkbox', { name: 'Unread' }));
  await user.click(status.getByRole('checkbox', { name: 'In progress' }));
  await user.click(status.getByRole('checkbox', { name: 'Unread' }));
  await user.click(screen.getByRole('combobox', { name: 'Genre' }));
  await user.click(await screen.findByRole('option', { name: 'Crime 8 series' }));
  await user.click(await screen.findByRole('checkbox', { name: '12' }));
  const reading = { readStatus: { operator: 'is', value: 'in_progress' } };
  expect(filters).toEqual([
    { readStatus: { operator: 'is', value: 'unread' } },
    { readStatus: { operator: 'in', values: ['unread', 'in_progress'] } },
    reading,
    { allOf: [reading, { genre: { operator: 'is', value: 'Crime' } }] },
    {
      allOf: [
        reading,
        { genre: { operator: 'is', value: 'Crime' } },
        { ageRating: { operator: 'eq', value: 12 } },
      ],
    },
  ]);
});

test('chips describe each part of a filter and remove it', async () => {
  const changed: unknown[] = [];
  const rules = [
    { genre: { operator: 'is', value: 'Horror' } },
    { not: { anyOf: [{ year: { operator: 'lt', value: 1996 } }, { wantToRead: { operator: 'isTrue' } }] } },
    { libraryId: { operator: 'is', value: toId(7) } },
    { not: { title: { operator: 'endsWith', value: 'x' } } },
  ];
  const { user } = show(
    <FilterChips
      target="series"
      filter={{ allOf: rules }}
      more={[{ words: 'Search: sea', onRemove: () => changed.push('search') }]}
      onChange={(filter) => changed.push(filter)}
      onClear={() => changed.push('all')}
      onEdit={() => changed.push('edit')}
    />,
    { 'GET /api/v1/libraries/{id}': toLibrary('Comics') },
  );
  await screen.findByRole('button', { name: /Comics$/, description: '' });
  const list = screen.getByRole('list', { name: 'Active filters' });
  const words = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect([...words.slice(0, 3), words[4]]).toEqual([
    'Search: sea',
    'Genre is Horror',
    'not (Year is less than 1996 or Want to read: yes)',
    'Title does not end with x',
  ]);
  await user.click(within(list).getByRole('button', { name: 'Remove filter: Genre is Horror' }));
  await user.click(within(list).getByRole('button', { name: 'Remove filter: Search: sea' }));
  await user.click(within(list).getByRole('button', { name: 'Genre is Horror' }));
  await user.click(within(list).getByRole('button', { name: 'Clear all' }));
  expect(changed).toEqual([{ allOf: rules.slice(1) }, 'search', 'edit', 'all']);
});

test('a filter that the client does not know can be removed', async () => {
  const changed: unknown[] = [];
  const { user } = show(
    <FilterChips
      target="series"
      filter={{ smell: { operator: 'is', value: 'old' } }}
      more={[]}
      onChange={(filter) => changed.push(filter)}
      onClear={() => {}}
      onEdit={() => {}}
    />,
    {},
  );
  await user.click(await screen.findByRole('button', { name: 'Remove filter: Unknown filter' }));
  expect(changed).toEqual([undefined]);
});
