// A feed of OPDS 2.0 (JSON).
import type { PublicationStructure } from '#features/serving/publications/index.ts';
import { type Bases, mediaTypes, relations, toAuthenticationAddress } from '../addresses.ts';
import type { Facet, Feed, Group, NavigationEntry, Publication } from '../feeds/shape/feed.ts';
import { toPageLinks } from '../feeds/shape/paths.ts';
import { toPublicationObject } from './publication.ts';
import { type Json, toJsonText } from './values.ts';

export function toJsonFeed(feed: Feed, bases: Bases): string {
  const { paging, navigation, publications, groups } = feed;
  const isEmpty = navigation.length + publications.length + groups.length === 0;
  return toJsonText({
    metadata: {
      title: feed.title,
      subtitle: feed.subtitle,
      identifier: feed.id,
      modified: new Date(feed.updatedMs).toISOString(),
      numberOfItems: paging?.total,
      itemsPerPage: paging?.pageSize,
      currentPage: paging?.page,
    },
    links: toLinks(feed, bases),
    facets: feed.facets.map(({ title, facets }) => ({
      metadata: { title },
      links: facets.map((facet) => toFacet(facet, bases)),
    })),
    // A feed must not be empty, and lists must have entries: a feed without results links to the root.
    navigation: isEmpty ? [toStart(bases)] : navigation.map((entry) => toNavigation(entry, bases)),
    publications: publications.map((publication) => toPublicationObject(publication, bases)),
    groups: groups.map((group) => toGroup(group, bases)),
  });
}

const toStart = ({ json }: Bases): Json => ({
  title: 'Start',
  href: `${json}/catalog`,
  type: mediaTypes.json,
  rel: 'start',
});

/** A publication as a separate document. With its structure, it is a Web Publication that clients can open. */
export function toPublicationDocument(
  publication: Publication,
  bases: Bases,
  structure: PublicationStructure | undefined,
): string {
  const { metadata, ...rest } = toPublicationObject(publication, bases);
  const { conformsTo, ...content } = structure ?? {};
  return toJsonText({
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: { ...metadata, conformsTo },
    ...rest,
    ...content,
  });
}

function toLinks({ path, up, paging }: Feed, bases: Bases): Json[] {
  const { json, atom } = bases;
  const type = mediaTypes.json;
  const pages = paging ? toPageLinks(paging) : [];
  return [
    { rel: 'self', href: json + path, type },
    { rel: 'start', href: `${json}/catalog`, type },
    ...(up === undefined ? [] : [{ rel: 'up', href: json + up, type }]),
    { rel: 'search', href: `${json}/search{?query}`, type, templated: true },
    ...pages.map((page) => ({ rel: page.rel, href: json + page.path, type })),
    ...(up === undefined
      ? [{ rel: 'alternate', href: `${atom}/catalog`, type: mediaTypes.navigation, title: 'OPDS 1.2' }]
      : []),
    {
      rel: relations.authentication,
      href: toAuthenticationAddress(bases),
      type: mediaTypes.authentication,
    },
  ];
}

const toNavigation = ({ title, path, isNew, count }: NavigationEntry, { json }: Bases): Json => ({
  title,
  href: json + path,
  type: mediaTypes.json,
  rel: isNew ? relations.newest : 'subsection',
  properties: { numberOfItems: count },
});

const toFacet = ({ title, path, isActive, count }: Facet, { json }: Bases): Json => ({
  title,
  href: json + path,
  type: mediaTypes.json,
  rel: isActive ? 'self' : relations.facet,
  properties: { numberOfItems: count },
});

/** `self` comes first, because some clients open the first link. */
const toGroup = ({ title, path, count, navigation, publications }: Group, bases: Bases): Json => ({
  metadata: { title, numberOfItems: count },
  links: [{ rel: 'self', href: bases.json + path, type: mediaTypes.json }],
  navigation: navigation.map((entry) => toNavigation(entry, bases)),
  publications: publications.map((publication) => toPublicationObject(publication, bases)),
});
