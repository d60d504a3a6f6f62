// Maps Comic Vine series and issues to the plugin protocol. Pure.
import { toRecord } from '@lectern/contract/records';
import { parseIssueNumber } from '@lectern/formats/values/number';
import { parseRole } from '@lectern/formats/values/role';
import type { ProviderSearchResult } from '../kit/index.ts';
import { addressOf, compact, countOf, plainOf, recordsOf, textOf, yearOf } from '../kit/index.ts';

type Data = Readonly<Record<string, unknown>>;

export const volumeFields =
  'id,name,aliases,start_year,publisher,count_of_issues,deck,description,image,site_detail_url';
export const issueFields =
  'id,name,issue_number,cover_date,store_date,deck,description,image,person_credits,volume,site_detail_url';
/** Fields of a single issue, including its variant covers. */
export const wholeIssueFields = `${issueFields},associated_images`;

const toCover = ({ image }: Data): string | undefined => {
  const { original_url: original, super_url: large, medium_url: medium } = toRecord(image);
  return addressOf(original) ?? addressOf(large) ?? addressOf(medium);
};

/** Covers of an issue: the main cover first, then its variants. */
const toCovers = (issue: Data): { url: string }[] =>
  [toCover(issue), ...recordsOf(issue.associated_images).map((one) => addressOf(one.original_url))].flatMap(
    (url) => (url === undefined ? [] : [{ url }]),
  );

/** Includes the start year because Comic Vine reuses ids. */
const toSeriesId = (id: number, year: number | undefined): string =>
  year === undefined ? `4050-${id}` : `4050-${id}@${year}`;

/** `aliases` contains one alias per line. */
const toAliases = ({ aliases }: Data): string[] =>
  (textOf(aliases) ?? '')
    .split(/[\r\n]+/)
    .map((one) => one.trim())
    .filter(Boolean);

export function toFoundSeries(volume: Data): ProviderSearchResult[] {
  const id = countOf(volume.id);
  const title = textOf(volume.name);
  const year = yearOf(volume.start_year);
  if (id === undefined || title === undefined) return [];
  return [
    {
      externalId: toSeriesId(id, year),
      title,
      alternateTitles: toAliases(volume),
      year,
      coverUrl: toCover(volume),
      preview: {
        description: plainOf(volume.deck) ?? plainOf(volume.description),
        format: 'comic',
        bookCount: countOf(volume.count_of_issues),
      },
    },
  ];
}

export function toSeries(volume: Data): Record<string, unknown> {
  const id = countOf(volume.id) ?? 0;
  const year = yearOf(volume.start_year);
  return compact({
    externalId: toSeriesId(id, year),
    externalUrl: addressOf(volume.site_detail_url) ?? `https://comicvine.gamespot.com/volume/4050-${id}/`,
    title: textOf(volume.name),
    alternateTitles: toAliases(volume).map((title) => ({ title })),
    summary: plainOf(volume.description) ?? plainOf(volume.deck),
    year,
    totalVolumeCount: countOf(volume.count_of_issues),
    publisher: textOf(toRecord(volume.publisher).name),
    coverUrl: toCover(volume),
    externalIds: [{ source: 'api:comicvine', externalId: `4050-${id}` }],
  });
}

export function toFoundIssue(issue: Data): ProviderSearchResult[] {
  const id = countOf(issue.id);
  const number = textOf(issue.issue_number);
  const name = textOf(issue.name);
  const series = textOf(toRecord(issue.volume).name);
  const title = series === undefined ? name : number === undefined ? series : `${series} #${number}`;
  if (id === undefined || title === undefined) return [];
  return [
    {
      externalId: `4000-${id}`,
      title,
      alternateTitles: name === undefined || name === title ? [] : [name],
      year: yearOf(issue.cover_date) ?? yearOf(issue.store_date),
      coverUrl: toCover(issue),
      preview: { description: plainOf(issue.deck) ?? plainOf(issue.description), format: 'comic' },
    },
  ];
}

export function toIssue(issue: Data): Record<string, unknown> {
  const id = countOf(issue.id);
  const date = textOf(issue.cover_date) ?? textOf(issue.store_date);
  return compact({
    externalId: `4000-${id}`,
    externalUrl: addressOf(issue.site_detail_url) ?? `https://comicvine.gamespot.com/issue/4000-${id}/`,
    title: textOf(issue.name),
    summary: plainOf(issue.description) ?? plainOf(issue.deck),
    // Issue numbers are text: `1/2` parses to a number, `12AU` does not.
    seriesPosition: parseIssueNumber(textOf(issue.issue_number) ?? ''),
    releaseDate: date !== undefined && /^\d{4}(?:-\d\d){0,2}$/.test(date) ? date : undefined,
    year: yearOf(date),
    authors: recordsOf(issue.person_credits).flatMap(toPeople),
    coverUrl: toCover(issue),
    covers: toCovers(issue),
    bookType: 'comic',
    externalIds: [{ source: 'api:comicvine', externalId: `4000-${id}` }],
  });
}

/** `writer, penciler` contains two roles. */
function toPeople({ name, role }: Data): { name: string; role: string }[] {
  const known = textOf(name);
  if (known === undefined) return [];
  const roles = (textOf(role) ?? '').split(',').map((one) => parseRole(one));
  return [...new Set(roles)].flatMap((did) => (did === undefined ? [] : [{ name: known, role: did }]));
}
