// A book as a publication of OPDS 2.0: Readium metadata, links and images.

import { formats, isComic, isText } from '@lectern/contract/values';
import {
  type Bases,
  mediaTypes,
  relations,
  toAuthenticationAddress,
  toEpubAddress,
  toFileAddress,
} from '../addresses.ts';
import type { Contributor, Publication } from '../feeds/shape/feed.ts';
import { toPath } from '../feeds/shape/paths.ts';
import { type Json, toList } from './values.ts';

interface PublicationObject extends Json {
  metadata: Json;
  links: Json[];
  images: Json[];
}

export function toPublicationObject(publication: Publication, bases: Bases): PublicationObject {
  const base = `${bases.json}/books/${publication.bookId}`;
  return {
    metadata: toMetadata(publication, bases),
    links: toLinks(publication, bases),
    // The thumbnail comes first, because some clients use the first image as thumbnail.
    images: [
      { href: `${base}/thumbnail`, type: 'image/jpeg', rel: relations.thumbnail },
      { href: `${base}/cover`, type: 'image/jpeg', rel: relations.image },
    ],
  };
}

function toMetadata(publication: Publication, { json }: Bases): Json {
  const { format, series, contributors, pageCount, direction, genres, subjects, isbns } = publication;
  const people = Object.entries(contributors).map(([role, list]) => [role, toList(list.map(toContributor))]);
  return {
    '@type': isComic(format) ? 'http://schema.org/ComicIssue' : 'http://schema.org/Book',
    title: publication.title,
    sortAs: publication.sortTitle,
    subtitle: publication.subtitle,
    identifier: `urn:uuid:${publication.bookId}`,
    altIdentifier: isbns.map((isbn) => `urn:isbn:${isbn}`),
    modified: toTime(publication.updatedMs),
    // Only complete dates are valid here.
    published: publication.issued?.length === '2000-01-01'.length ? publication.issued : null,
    language: publication.language,
    ...Object.fromEntries(people),
    publisher: publication.publisher,
    imprint: publication.imprint,
    description: publication.summary,
    subject: [
      ...genres.map((name) => ({
        name,
        links: [{ href: json + toPath('/series', { genre: name }), type: mediaTypes.json }],
      })),
      ...subjects.map((name) => ({ name })),
    ],
    belongsTo: {
      series: [
        {
          name: series.title,
          identifier: `urn:uuid:${series.id}`,
          position: series.position,
          links: [{ href: `${json}/series/${series.id}`, type: mediaTypes.json }],
        },
      ],
      volume: series.volume === null ? null : { name: String(series.volume), position: series.volume },
    },
    numberOfPages: pageCount > 0 ? pageCount : null,
    readingProgression: direction === 'rtl' ? 'rtl' : 'ltr',
    layout: isText(format) ? null : direction === 'webtoon' ? 'scrolled' : 'fixed',
  };
}

const toContributor = ({ name, sortName }: Contributor): Json => ({ name, sortAs: sortName });

const toTime = (ms: number): string => new Date(ms).toISOString();

/**
 * Links with a single relation each, because some clients compare only one. Links that require a sign-in refer to the
 * authentication document.
 */
function toLinks(publication: Publication, bases: Bases): Json[] {
  const { bookId, format, webLinks } = publication;
  const base = `${bases.json}/books/${bookId}`;
  const epub = toEpubAddress(bases.json, publication);
  const properties = {
    authenticate: { href: toAuthenticationAddress(bases), type: mediaTypes.authentication },
  };
  return [
    { rel: 'self', href: base, type: mediaTypes.publication },
    {
      rel: relations.acquisition,
      href: toFileAddress(bases.json, publication),
      type: publication.mediaType,
      size: publication.sizeBytes,
      properties,
    },
    ...(epub === undefined
      ? []
      : [
          { rel: relations.acquisition, href: epub, type: formats.epub.mediaType, title: 'EPUB', properties },
        ]),
    ...publication.otherFiles.map((file) => ({
      rel: relations.acquisition,
      href: toFileAddress(bases.json, file),
      type: file.mediaType,
      size: file.sizeBytes,
      title: file.title,
      properties,
    })),
    {
      rel: 'alternate',
      href: `${base}/manifest`,
      type: isText(format) ? 'application/webpub+json' : 'application/divina+json',
      properties,
    },
    {
      rel: relations.readiumProgression,
      href: `${base}/progression`,
      type: mediaTypes.readiumProgression,
      properties,
    },
    { rel: relations.progression, href: `${base}/progress`, type: mediaTypes.progression, properties },
    ...webLinks.map(({ title, url }) => ({ rel: 'related', href: url, type: 'text/html', title })),
  ];
}
