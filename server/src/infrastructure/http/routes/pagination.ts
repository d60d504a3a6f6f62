// Paginated lists and their links.
import { maximumPageSize, type PageLinks, type PageRequest } from '@lectern/contract/pagination';
import type { Viewer } from '#infrastructure/access/viewer.ts';

export interface Page<T> {
  data: T[];
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
  links: PageLinks;
  correctedSearch?: string;
}

/** A page size beyond the maximum counts as the maximum. */
export const boundPage = (request: PageRequest): PageRequest => ({
  page: request.page,
  pageSize: Math.min(request.pageSize, maximumPageSize),
});

/** A request for one page of a list. */
export interface ListCall {
  viewer: Viewer;
  query: PageRequest;
  request: { url: string };
}

/** Returns the requested page, each row in the form for its viewer. */
export const answerPage = <Row, Dto>(
  { viewer, query, request }: ListCall,
  {
    rows,
    total,
    correctedSearch,
  }: { rows: readonly Row[]; total: number; correctedSearch?: string | undefined },
  toDto: (row: Row, viewer: Viewer) => Dto,
  url = request.url,
): Page<Dto> => {
  const data = rows.map((row) => toDto(row, viewer));
  const page = toPage(data, total, boundPage(query), url);
  return correctedSearch === undefined ? page : { ...page, correctedSearch };
};

/** Reads a list. */
export interface PageSource<T> {
  count(): Promise<number>;
  list(window: { limit: number; offset: number }): Promise<T[]>;
}

/** Counts a list and reads one page of it, unless the page is past the end. */
export async function readPage<T>(
  request: PageRequest,
  url: string,
  { count, list }: PageSource<T>,
): Promise<Page<T>> {
  const page = boundPage(request);
  const total = await count();
  const offset = (page.page - 1) * page.pageSize;
  const data = offset < total ? await list({ limit: page.pageSize, offset }) : [];
  return toPage(data, total, page, url);
}

/** `url` is the address of the request. The links keep its other query parameters. */
export function toPage<T>(data: T[], total: number, { page, pageSize }: PageRequest, url: string): Page<T> {
  const totalPages = Math.ceil(total / pageSize);
  const link = (n: number) => linkTo(url, n, pageSize);
  const links: PageLinks = { self: link(page), first: link(1), last: link(Math.max(1, totalPages)) };
  if (page > 1 && totalPages > 0) links.prev = link(Math.min(page - 1, totalPages));
  if (page < totalPages) links.next = link(page + 1);
  return { data, page, pageSize, total, totalPages, links };
}

function linkTo(url: string, page: number, pageSize: number): string {
  const [path = '', query = ''] = splitOnce(url, '?');
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.delete('pageSize');
  parameters.append('page', String(page));
  parameters.append('pageSize', String(pageSize));
  return `${path}?${parameters}`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
