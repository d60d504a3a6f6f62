// Maps Metron series and issues to the plugin protocol. Pure.
import { toRecord } from '@lectern/contract/records';
import { parseIsbn } from '@lectern/formats/values/isbn';
import { parseIssueNumber } from '@lectern/formats/values/number';
import { parseRole } from '@lectern/formats/values/role';
import type { ProviderSearchResult } from '../kit/index.ts';
import { addressOf, compact, countOf, plainOf, recordsOf, textOf, textsOf, yearOf } from '../kit/index.ts';

type Data = Readonly<Record<string, unknown>>;

const statuses: Readonly<Record<string, string>> = {
  continuing: 'ongoing',
  ongoing: 'ongoing',
  completed: 'ended',
  cancelled: 'abandoned',
  hiatus: 'hiatus',
};

/** Lists return series names as `Saga (2012)`. */
const toName = ({ name, series }: Data): string | undefined =>
  textOf(name) ?? textOf(series)?.replace(/ \(\d{4}\)$/, '');

export function toFoundSeries(series: Data): ProviderSearchResult[] {
  const id = countOf(series.id);
  const title = toName(series);
  if (id === undefined || title === undefined) return [];
  return [
    {
      externalId: String(id),
      title,
      year: yearOf(series.year_began),
      preview: { format: 'comic', bookCount: countOf(series.issue_count) },
    },
  ];
}

export function toSeries(series: Data): Record<string, unknown> {
  const id = countOf(series.id);
  const status = statuses[(textOf(series.status) ?? '').toLowerCase()];
  // The issue count of a running series is not a total.
  const isOver = status === 'ended' || status === 'abandoned';
  return compact({
    externalId: String(id),
    externalUrl: addressOf(series.resource_url) ?? `https://metron.cloud/series/${id}/`,
    title: textOf(series.name),
    summary: plainOf(series.desc),
    status,
    year: yearOf(series.year_began),
    totalVolumeCount: isOver ? countOf(series.issue_count) : undefined,
    genres: textsOf(series.genres),
    publisher: textOf(toRecord(series.publisher).name),
    externalIds: [{ source: 'api:metron', externalId: String(id) }, ...toIds(series, '4050')],
  });
}

export function toFoundIssue(issue: Data): ProviderSearchResult[] {
  const id = countOf(issue.id);
  const number = textOf(issue.number);
  const series = toName(toRecord(issue.series));
  const title = series !== undefined && number !== undefined ? `${series} #${number}` : textOf(issue.issue);
  if (id === undefined || title === undefined) return [];
  return [
    {
      externalId: String(id),
      title,
      year: yearOf(issue.cover_date),
      coverUrl: addressOf(issue.image),
      preview: { format: 'comic' },
    },
  ];
}

export function toIssue(issue: Data): Record<string, unknown> {
  const id = countOf(issue.id);
  const isbn = parseIsbn(textOf(issue.isbn) ?? '');
  const date = textOf(issue.cover_date) ?? textOf(issue.store_date);
  const stories = textsOf(issue.name);
  return compact({
    externalId: String(id),
    externalUrl: addressOf(issue.resource_url) ?? `https://metron.cloud/issue/${id}/`,
    // `title` is set for collections; for other issues the story titles are joined.
    title: textOf(issue.title) ?? (stories.length > 0 ? stories.join(' / ') : undefined),
    summary: plainOf(issue.desc),
    seriesPosition: parseIssueNumber(textOf(issue.number) ?? ''),
    releaseDate: date !== undefined && /^\d{4}(?:-\d\d){0,2}$/.test(date) ? date : undefined,
    year: yearOf(date),
    publisher: textOf(toRecord(issue.publisher).name),
    pageCount: countOf(issue.page) ?? countOf(issue.page_count),
    genres: textsOf(toRecord(issue.series).genres),
    ...(isbn !== undefined && { isbn, isbns: [isbn] }),
    authors: recordsOf(issue.credits).flatMap(toPeople),
    coverUrl: addressOf(issue.image),
    bookType: 'comic',
    externalIds: [{ source: 'api:metron', externalId: String(id) }, ...toIds(issue, '4000')],
  });
}

/** Comic Vine ids are prefixed with the number of their kind. */
function toIds({ cv_id: comicVine, gcd_id: gcd }: Data, kind: string) {
  const vine = countOf(comicVine);
  const grand = countOf(gcd);
  return [
    ...(vine === undefined ? [] : [{ source: 'api:comicvine', externalId: `${kind}-${vine}` }]),
    ...(grand === undefined ? [] : [{ source: 'api:gcd', externalId: String(grand) }]),
  ];
}

function toPeople({ creator, role }: Data): { name: string; role: string }[] {
  const name = textOf(creator) ?? textOf(toRecord(creator).name);
  if (name === undefined) return [];
  const roles = new Set(textsOf(role).map((one) => parseRole(one)));
  return [...roles].flatMap((did) => (did === undefined ? [] : [{ name, role: did }]));
}
