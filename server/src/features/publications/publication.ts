// A book as its web publication (facts on standards, section 6): an EPUB by its own structure, anything else as a
// list of page images (Divina).
import type { BookDto } from '@lectern/contract/books';
import { toManifest } from '#formats/epub/manifest.ts';
import type { PositionList } from '#formats/epub/positions.ts';
import type { EpubStructure } from '#formats/epub/structure.ts';
import type { WebPubLink, WebPubManifest } from '#formats/epub/webpub.ts';
import { toWebPubMetadata } from '#formats/epub/webpub-metadata.ts';
import { listPositionsOf, toPageAddress } from '#formats/positions.ts';
import type { BookDetail } from '../books/index.ts';
import type { PageMap } from '../pages/index.ts';
import { toEmbedded } from './to-embedded.ts';

export interface Publication extends BookDetail {
  map: PageMap;
}

const divina = 'application/divina+json';
const webpub = 'application/webpub+json';

/** Addresses in it are relative to its own. */
export function toPublicationManifest(
  publication: Publication,
  selfHref: string,
): { mediaType: string; manifest: WebPubManifest } {
  const { book, map } = publication;
  const links: WebPubLink[] = [
    {
      rel: 'http://readium.org/position-list',
      href: 'positions',
      type: 'application/vnd.readium.position-list+json',
    },
    { rel: 'cover', href: 'thumbnail', type: 'image/jpeg' },
    { rel: 'http://opds-spec.org/acquisition', href: 'file' },
  ];
  const options = {
    selfHref,
    metadata: toEmbedded(publication),
    fallbackTitle: book.title,
    identifier: `urn:uuid:${book.id}`,
    modified: book.updatedAt,
    links,
  };
  const structure = map.epub as EpubStructure | null;
  if (structure) return { mediaType: webpub, manifest: toManifest(structure, options) };
  const manifest: WebPubManifest = {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      ...toWebPubMetadata({ layout: 'fixed', ...toProgression(book) }, options),
      numberOfPages: map.pages.length,
    },
    links: [{ rel: 'self', href: selfHref, type: divina }, ...links],
    readingOrder: listPages(map),
  };
  return { mediaType: divina, manifest };
}

export const toPublicationPositions = ({ map }: Publication): PositionList => listPositionsOf(map);

function listPages(map: PageMap): WebPubLink[] {
  return map.pages.map(({ width, height }, i) => ({
    ...toPageAddress(map, i),
    ...(width !== null && height !== null && { width, height }),
  }));
}

function toProgression({ readingDirection }: BookDto): { progression?: 'ltr' | 'rtl' } {
  return readingDirection === 'rtl' || readingDirection === 'ltr' ? { progression: readingDirection } : {};
}
