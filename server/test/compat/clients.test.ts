import { expect, test } from 'vitest';
import { expectClients } from './clients.ts';

const collection = {
  id: 'c',
  name: 'Best',
  ordered: true,
  seriesIds: [],
  createdDate: '2024-05-01T12:34:56Z',
  lastModifiedDate: '2024-05-01T12:34:56Z',
  filtered: false,
};
const sort = { sorted: false, unsorted: true, empty: true };
const page = {
  content: [collection],
  pageable: { sort, pageNumber: 0, pageSize: 20, offset: 0, paged: true, unpaged: false },
  totalElements: 1,
  totalPages: 1,
  last: true,
  first: true,
  number: 0,
  sort,
  numberOfElements: 1,
  size: 20,
  empty: false,
};

test('accepts a complete response for every client', () => {
  expectClients('collection', collection);
  expectClients('collectionPage', page);
});

test('reports a missing key, fractional seconds and a fractional integer with the name of the client', () => {
  const { filtered: _, ...withoutKey } = collection;
  expect(() => expectClients('collection', withoutKey)).toThrow('keiyoushi cannot read collection.filtered');
  const precise = { ...collection, createdDate: '2024-05-01T12:34:56.789Z' };
  expect(() => expectClients('collection', precise)).toThrow(
    'komgaClient cannot read collection.createdDate',
  );
  expect(() => expectClients('collectionPage', { ...page, number: 0.5 })).toThrow('kmreader');
});

test('reports an unknown value of a closed enumeration', () => {
  const user = {
    id: 'u',
    email: 'a@example.org',
    roles: [],
    sharedAllLibraries: true,
    sharedLibrariesIds: [],
    labelsAllow: [],
    labelsExclude: [],
    ageRestriction: { age: 12, restriction: 'NONE' },
  };
  expect(() => expectClients('user', user)).toThrow('ageRestriction.restriction');
  expectClients('user', { ...user, ageRestriction: null });
});
