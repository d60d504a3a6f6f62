// Page addresses that apps derive from item addresses by removing `/api/v1`: redirects to the web client.
import { idParams } from '@lectern/contract/fields';
import { empty, routes } from '@lectern/contract/route';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';

const link = (noun: string) =>
  ({
    method: 'GET',
    path: `/{prefix}/${noun}/{id}`,
    summary: '',
    access: 'anyone',
    params: idParams,
    answers: { 302: empty('Elsewhere') },
  }) as const;

const contract = routes('Compatible links', 'Page links of apps made for another server.', {
  series: link('series'),
  book: link('book'),
  readList: link('readlists'),
  collection: link('collections'),
});

const leadTo = (request: CallRequest, path: string) =>
  answer(undefined, { status: 302, headers: { Location: `${request.root()}${path}` } });

export const createWebLinks = (): MountedRoute[] =>
  implement(contract, {
    series: ({ params, request }) => leadTo(request, `/series/${params.id}`),
    book: ({ params, request }) => leadTo(request, `/books/${params.id}`),
    readList: ({ params, request }) => leadTo(request, `/read-lists/${params.id}`),
    collection: ({ params, request }) => leadTo(request, `/collections/${params.id}`),
  });
