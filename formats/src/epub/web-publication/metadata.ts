// Converts metadata to the metadata object of a web publication manifest.
import type { Contributor, ContributorRole, EmbeddedMetadata, Membership } from '../../metadata.ts';
import { toDefined } from '../../values/defined.ts';
import type { EpubStructure } from '../structure.ts';
import type { ManifestOptions } from './types.ts';

type WebPubRole =
  | 'author'
  | 'editor'
  | 'translator'
  | 'illustrator'
  | 'penciler'
  | 'inker'
  | 'colorist'
  | 'letterer';

// Roles without a member in the manifest become contributors with the MARC code of the role.
const members: ReadonlyMap<ContributorRole, WebPubRole> = new Map([
  ['author', 'author'],
  ['co_author', 'author'],
  ['writer', 'author'],
  ['editor', 'editor'],
  ['translator', 'translator'],
  ['illustrator', 'illustrator'],
  ['penciller', 'penciler'],
  ['inker', 'inker'],
  ['colorist', 'colorist'],
  ['letterer', 'letterer'],
]);

/** Presentation hints of a publication. */
export type Presentation = Pick<EpubStructure, 'layout' | 'progression' | 'spread' | 'orientation'>;

/**
 * Returns RWPM metadata without blank values. The title is always present and a plain text, as KOReader
 * requires.
 */
export function toWebPubMetadata(structure: Presentation, options: ManifestOptions): Record<string, unknown> {
  const { metadata } = options;
  const { isbns = [] } = metadata;
  const identifiers = isbns.map((isbn) => `urn:isbn:${isbn}`);
  const identifier = options.identifier ?? identifiers[0];
  const others = identifiers.filter((candidate) => candidate !== identifier);
  return toDefined<Record<string, unknown>>({
    '@type': 'http://schema.org/Book',
    title: metadata.title ?? options.fallbackTitle,
    sortAs: metadata.titleSort,
    subtitle: metadata.subtitle,
    identifier,
    altIdentifier: others,
    modified: options.modified,
    // A year alone is not a valid date here.
    published: metadata.day === undefined ? undefined : metadata.releaseDate,
    language: metadata.language,
    description: metadata.summary,
    publisher: metadata.publisher,
    imprint: metadata.imprint,
    ...toContributors(metadata.authors ?? []),
    subject: [
      ...new Set([...(metadata.subjects ?? []), ...(metadata.genres ?? []), ...(metadata.tags ?? [])]),
    ],
    belongsTo: toBelongsTo(metadata),
    readingProgression: toProgression(metadata) ?? structure.progression,
    layout: structure.layout,
    presentation: toDefined({
      layout: structure.layout,
      spread: structure.spread,
      orientation: structure.orientation,
    }),
  });
}

function toProgression({ readingDirection }: EmbeddedMetadata): 'ltr' | 'rtl' | undefined {
  return readingDirection === 'ltr' || readingDirection === 'rtl' ? readingDirection : undefined;
}

function toContributors(authors: readonly Contributor[]): Record<string, unknown[]> {
  const groups: Record<string, unknown[]> = {};
  for (const { name, role, sortName } of authors) {
    const member = members.get(role);
    const person = toDefined({
      name,
      sortAs: sortName,
      role: role === 'cover_artist' ? 'cov' : undefined,
    });
    const key = member ?? 'contributor';
    groups[key] = [...(groups[key] ?? []), sortName === undefined && member !== undefined ? name : person];
  }
  return groups;
}

function toBelongsTo(metadata: EmbeddedMetadata): Record<string, unknown> | undefined {
  const { series, seriesPosition, collections = [] } = metadata;
  const belongsTo = toDefined({
    series: series === undefined ? undefined : [toDefined({ name: series, position: seriesPosition })],
    collection: collections.map(({ name, number }: Membership) => toDefined({ name, position: number })),
  });
  return Object.keys(belongsTo).length === 0 ? undefined : belongsTo;
}
