// A feed of OPDS 1.2 (Atom).
import { type Bases, mediaTypes, relations } from '../addresses.ts';
import type { FacetGroup, Feed, Paging } from '../feeds/shape/feed.ts';
import { toPageLinks } from '../feeds/shape/paths.ts';
import { toNavigationElement, toPerson, toPublicationElement } from './entry.ts';
import { element, textElement, toAtomDocument, toTime } from './xml.ts';

export function toAtomFeed(feed: Feed, bases: Bases): string {
  return toAtomDocument('feed', [
    textElement('id', feed.id),
    textElement('title', feed.title),
    textElement('subtitle', feed.subtitle),
    textElement('updated', toTime(feed.updatedMs)),
    ...toPerson('author', 'Lectern'),
    ...toFeedLinks(feed, bases),
    ...(feed.paging ? toPagingElements(feed, feed.paging, bases) : []),
    // Only feeds of publications may have facets (OPDS 1.2, 4).
    ...(feed.kind === 'acquisition' ? feed.facets.flatMap((group) => toFacetLinks(group, bases)) : []),
    ...feed.navigation.map((entry) => toNavigationElement(entry, bases)),
    ...feed.publications.map((publication) => toPublicationElement(publication, bases)),
  ]);
}

/** Links the search description and a template, because clients support one or the other. */
function toFeedLinks({ path, up, kind }: Feed, { atom, json }: Bases): string[] {
  const links = [
    { rel: 'self', href: atom + path, type: mediaTypes[kind] },
    { rel: 'start', href: `${atom}/catalog`, type: mediaTypes.navigation },
    ...(up === undefined ? [] : [{ rel: 'up', href: atom + up, type: mediaTypes.navigation }]),
    { rel: 'search', href: `${atom}/search.xml`, type: mediaTypes.searchDescription },
    { rel: 'search', href: `${atom}/search?q={searchTerms}`, type: 'application/atom+xml' },
    ...(up === undefined
      ? [{ rel: 'alternate', href: `${json}/catalog`, type: mediaTypes.json, title: 'OPDS 2.0' }]
      : []),
  ];
  return links.map((link) => element('link', link));
}

function toPagingElements({ kind }: Feed, paging: Paging, { atom }: Bases): string[] {
  const { page, pageSize, total } = paging;
  return [
    ...toPageLinks(paging).map(({ rel, path }) =>
      element('link', { rel, href: atom + path, type: mediaTypes[kind] }),
    ),
    textElement('opensearch:totalResults', total),
    textElement('opensearch:itemsPerPage', pageSize),
    textElement('opensearch:startIndex', (page - 1) * pageSize + 1),
  ];
}

const toFacetLinks = ({ title: group, facets }: FacetGroup, { atom }: Bases): string[] =>
  facets.map(({ title, path, isActive, count }) =>
    element('link', {
      rel: relations.facet,
      href: atom + path,
      type: mediaTypes.acquisition,
      title,
      'opds:facetGroup': group,
      'opds:activeFacet': isActive ? 'true' : undefined,
      'thr:count': count,
    }),
  );
