// Converts an EPUB to a Readium Web Publication Manifest (application/webpub+json).
import { encodeEntryName } from '../../opf/href.ts';
import { toDefined } from '../../values/defined.ts';
import { isBitmap } from '../media-type.ts';
import type { TocEntry } from '../navigation/toc.ts';
import type { EpubResource, EpubSpineItem, EpubStructure } from '../structure.ts';
import { readingOrderOf, toItemHref, typeOf } from '../structure.ts';
import { toWebPubMetadata } from './metadata.ts';
import type { ManifestOptions, WebPubLink, WebPubManifest } from './types.ts';

const epubProfile = 'https://readium.org/webpub-manifest/profiles/epub';
const smilType = 'application/smil+xml';
const divinaProfile = 'https://readium.org/webpub-manifest/profiles/divina';

/**
 * Returns the manifest of a book. All addresses are relative, except `self` and those of the caller. The
 * layout is stated in both ways that readers support: `layout`, and the former `presentation`.
 */
export function toManifest(structure: EpubStructure, options: ManifestOptions): WebPubManifest {
  const base = options.resourceBase ?? 'resources/';
  const readingOrder = readingOrderOf(structure);
  const inOrder = new Set<EpubResource>(readingOrder);
  const rest = [...structure.spine.filter((item) => !inOrder.has(item)), ...structure.resources];
  const link = (resource: EpubSpineItem) => toLink(structure, resource, base);
  const profile = readingOrder.every((item) => isBitmap(typeOf(item))) ? divinaProfile : epubProfile;
  return toDefined<WebPubManifest>({
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      conformsTo: profile,
      ...toWebPubMetadata(structure, options),
      ...toOverlayMetadata(structure.overlays),
    },
    links: [
      { rel: 'self', href: options.selfHref, type: 'application/webpub+json' },
      ...(options.links ?? []),
    ],
    images: options.images,
    readingOrder: readingOrder.map(link),
    resources: rest.map(link),
    toc: toNavigation(structure.toc, base),
    landmarks: toNavigation(structure.landmarks, base),
    pageList: toNavigation(structure.pageList, base),
  });
}

/** Returns the metadata of media overlays as in the profile for EPUB. */
function toOverlayMetadata(overlays: EpubStructure['overlays']): Record<string, unknown> {
  if (!overlays) return {};
  const { durationSeconds, narrators, activeClass, playbackActiveClass } = overlays;
  const classes = toDefined({ activeClass, playbackActiveClass });
  return toDefined({
    duration: durationSeconds,
    narrator: narrators,
    mediaOverlay: Object.keys(classes).length > 0 ? classes : undefined,
  });
}

function toLink(structure: EpubStructure, item: EpubSpineItem, base: string): WebPubLink {
  const { contains, page, layout, overlay } = item;
  const rel = item.name === structure.cover ? 'cover' : item.name === structure.nav ? 'contents' : undefined;
  const properties = (contains ?? page ?? layout) ? toDefined({ contains, page, layout }) : undefined;
  return toDefined<WebPubLink>({
    href: toItemHref(item, base),
    type: typeOf(item),
    rel,
    properties,
    alternate:
      overlay === undefined ? undefined : [{ href: base + encodeEntryName(overlay), type: smilType }],
  });
}

/** A heading without a target links to the target of its first child, because a link needs an address. */
function toNavigation(entries: readonly TocEntry[] | undefined, base: string): WebPubLink[] | undefined {
  return entries?.flatMap((entry) => {
    const children = toNavigation(entry.children, base);
    const href = entry.name === undefined ? children?.[0]?.href : hrefOf(entry.name, entry.fragment, base);
    return href === undefined ? [] : [toDefined<WebPubLink>({ href, title: entry.title, children })];
  });
}

function hrefOf(name: string, fragment: string | undefined, base: string): string {
  const href = base + encodeEntryName(name);
  return fragment === undefined ? href : `${href}#${encodeURIComponent(fragment.toWellFormed())}`;
}
