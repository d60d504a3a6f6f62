// Endpoints of the emulated server without an equivalent: return empty lists.
import { json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { read } from './lists/descriptions.ts';
import { readWindow } from './query/paging.ts';
import type { Query } from './query/values.ts';
import { pageOf, toPage } from './shapes/page.ts';

const nothing = z.array(z.never());
const emptyPage = pageOf(z.never());

const contract = routes('Compatible blanks', 'Unsupported features.', {
  announcements: {
    ...read('/api/v1/announcements', 'settings:read', z.unknown()),
    answers: {
      200: json(
        z.object({
          version: z.string(),
          title: z.string(),
          home_page_url: z.string(),
          description: z.string(),
          items: nothing,
        }),
      ),
    },
  },
  releases: read('/api/v1/releases', 'settings:read', nothing),
  history: read('/api/v1/history', 'settings:read', emptyPage),
  pageHashes: read('/api/v1/page-hashes', 'settings:read', emptyPage),
  pageHashesUnknown: read('/api/v1/page-hashes/unknown', 'settings:read', emptyPage),
});

const toEmptyPage = ({ query }: { query: Query }) =>
  toPage<never>({ content: [], total: 0, window: readWindow(query), isSorted: false });

export const createBlanks = (): MountedRoute[] =>
  implement(contract, {
    announcements: () => ({
      version: 'https://jsonfeed.org/version/1',
      title: 'Announcements',
      home_page_url: '',
      description: '',
      items: [],
    }),
    releases: () => [],
    history: toEmptyPage,
    pageHashes: toEmptyPage,
    pageHashesUnknown: toEmptyPage,
  });
