// Valid bodies of the other protocols, as their clients send them. The fuzz test mutates them.
import type { RouteDescription } from '@lectern/contract/route';
import { someId } from '../harness/calls/good-calls.ts';
import type { Json } from './bodies.ts';

const leaves: Json[] = [
  { libraryId: { operator: 'is', value: someId } },
  { readStatus: { operator: 'isNot', value: 'IN_PROGRESS' } },
  { title: { operator: 'contains', value: 'saga' } },
  { releaseDate: { operator: 'after', dateTime: '2020-01-01T00:00:00Z' } },
  { releaseDate: { operator: 'isInTheLast', duration: 'P30D' } },
  { numberSort: { operator: 'greaterThan', value: 1.5 } },
  { author: { operator: 'is', value: { name: 'A, B', role: 'writer' } } },
  { deleted: { operator: 'isFalse' } },
  { oneshot: { operator: 'istrue' } },
  { ageRating: { operator: 'isNotNull' } },
  { tag: { operator: 'Is', value: 'x' } },
];

const locator: Json = {
  href: 'resources/OEBPS/c1.xhtml',
  type: 'application/xhtml+xml',
  locations: { position: 1, progression: 0.5, totalProgression: 0.25, fragments: ['page=1'] },
};
const device: Json = { id: 'urn:uuid:1', name: 'A reader' };
const modified = '2026-11-21T10:00:00+01:00';

/** Returns an empty list for routes without a body. */
export function makeSurfaceBodies({ method, path }: RouteDescription): Json[] {
  if (method === 'GET' || method === 'DELETE') return [];
  if (/\/(list|alphabetical-groups)$/.test(path)) {
    return [
      ...leaves.map((condition) => ({ condition })),
      { condition: { allOf: leaves }, fullTextSearch: 'saga' },
      { condition: { anyOf: [{ allOf: leaves }, { anyOf: [] }] } },
      {},
    ];
  }
  if (/progression|progress$/.test(path)) {
    return [
      { modified, device, locator },
      { modified, device, progression: 0.5, references: ['#page=1'] },
      { page: 1, completed: false },
      {
        document: 'd41d8cd98f00b204e9800998ecf8427e',
        progress: '/body/DocFragment[1]/body',
        percentage: 0.1,
        device: 'x',
        device_id: 'y',
      },
    ];
  }
  if (/tachiyomi/.test(path)) return [{ lastBookNumberSortRead: 1.5 }, { lastBookRead: 1 }];
  if (/read-progress/.test(path)) return [{ page: 1 }, { completed: true }, { page: 1, completed: false }];
  if (/metadata/.test(path))
    return [
      {
        title: 'T',
        titleLock: true,
        authors: [{ name: 'A', role: 'writer' }],
        tags: ['a'],
        releaseDate: null,
      },
    ];
  if (/collections|readlists/.test(path))
    return [{ name: 'L', ordered: true, seriesIds: [someId], bookIds: [someId], summary: '' }];
  return [{ name: 'x', value: 'y', ids: [someId] }, {}];
}
