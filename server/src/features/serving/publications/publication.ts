// A book as a web publication: an EPUB with its structure, a comic or the pages of a PDF as a list of images (Divina),
// or the PDF file.
import type { BookDto } from '@lectern/contract/libraries/books';
import { guidedNavigationType } from '@lectern/contract/serving/panels';
import type { PositionList } from '@lectern/formats/epub/positions';
import { toManifest } from '@lectern/formats/epub/web-publication/manifest';
import { toWebPubMetadata } from '@lectern/formats/epub/web-publication/metadata';
import type { WebPubLink, WebPubManifest } from '@lectern/formats/epub/web-publication/types';
import {
  type Addresses,
  listPositionsOf,
  relativeAddresses,
  toPageAddress,
} from '@lectern/formats/positions';
import type { BookDetail } from '#features/libraries/books/index.ts';
import type { PageMap } from '../pages/index.ts';
import { toEmbedded } from './to-embedded.ts';

export interface Publication extends BookDetail {
  map: PageMap;
}

export type Profile = 'epub' | 'divina' | 'pdf';

/** How a protocol writes a manifest. Relative addresses are relative to `selfHref`. */
export interface ManifestForm {
  /** Absolute. */
  selfHref: string;
  addresses: Addresses;
  /** URL of the file, listed by the manifest of a PDF. */
  fileHref: string;
  /** Links in addition to `self`. */
  links: WebPubLink[];
  images?: WebPubLink[];
  /** Query that requests a page as JPEG; without it, no alternate links are offered. */
  jpegQuery?: string;
  /** URL of the Guided Navigation document, linked from lists of pages; without it, none is linked. */
  guidedHref?: string | undefined;
  /** Converts the manifest to a format other than Readium's. */
  reshape?(manifest: WebPubManifest): object;
}

export interface Manifest {
  mediaType: string;
  manifest: WebPubManifest;
}

const divina = 'application/divina+json';
const webpub = 'application/webpub+json';
const profiles = 'https://readium.org/webpub-manifest/profiles';
/** Image types that every Divina client supports. */
const plainTypes = ['image/jpeg', 'image/png', 'image/gif'];

/** Available profiles of a book; the first is its default. */
export function listProfiles({ map }: Pick<Publication, 'map'>): Profile[] {
  if (map.epub !== null) return map.pages.length > 0 ? ['epub', 'divina'] : ['epub'];
  return map.container === 'pdf' ? ['divina', 'pdf'] : ['divina'];
}

export function toPublicationManifest(
  publication: Publication,
  form: ManifestForm,
  profile: Profile | undefined = listProfiles(publication)[0],
): Manifest {
  const { book, map } = publication;
  const structure = map.epub;
  const { links, images } = form;
  const options = {
    selfHref: form.selfHref,
    metadata: toEmbedded(publication),
    fallbackTitle: book.title,
    identifier: `urn:uuid:${book.id}`,
    modified: book.updatedAt,
    resourceBase: form.addresses.resources,
    links,
    ...(images && { images }),
  };
  if (structure && profile === 'epub') {
    const manifest = toManifest(structure, options);
    manifest.metadata.numberOfPages = book.pageCount;
    return { mediaType: webpub, manifest };
  }
  const mediaType = profile === 'pdf' ? webpub : divina;
  const isGuided = profile !== 'pdf' && book.readingDirection !== 'webtoon';
  const guided = isGuided ? form.guidedHref : undefined;
  const manifest: WebPubManifest = {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      conformsTo: `${profiles}/${profile === 'pdf' ? 'pdf' : 'divina'}`,
      ...toWebPubMetadata({ layout: 'fixed', ...toProgression(book) }, options),
      ...(book.readingDirection === 'webtoon' && { layout: 'scrolled' }),
      numberOfPages: map.pages.length,
    },
    links: [{ rel: 'self', href: form.selfHref, type: mediaType }, ...links, ...toLinks(guided, 'related')],
    ...(images && { images }),
    readingOrder:
      profile === 'pdf'
        ? [{ href: form.fileHref, type: 'application/pdf' }]
        : listPages(map, { ...form, guidedHref: guided }),
  };
  return { mediaType, manifest };
}

export const toPublicationPositions = (
  { map }: Publication,
  addresses: Addresses = relativeAddresses,
): PositionList => listPositionsOf(map, addresses);

function listPages(map: PageMap, { addresses, jpegQuery, guidedHref }: ManifestForm): WebPubLink[] {
  return map.pages.map(({ width, height }, i) => {
    const address = toPageAddress(map, i, addresses);
    const needsPlain = jpegQuery !== undefined && !plainTypes.includes(address.type);
    const alternate = [
      ...(needsPlain ? [{ href: `${address.href}?${jpegQuery}`, type: 'image/jpeg' }] : []),
      ...toLinks(guidedHref && `${guidedHref}?page=${i + 1}`),
    ];
    return {
      ...address,
      ...(width !== null && height !== null && { width, height }),
      ...(alternate.length > 0 && { alternate }),
    };
  });
}

const toLinks = (href: string | undefined, rel?: string): WebPubLink[] =>
  href === undefined ? [] : [{ href, type: guidedNavigationType, ...(rel !== undefined && { rel }) }];

function toProgression({ readingDirection }: BookDto): { progression?: 'ltr' | 'rtl' } {
  return readingDirection === 'rtl' || readingDirection === 'ltr' ? { progression: readingDirection } : {};
}
