// Types of the Readium Web Publication Manifest, and of the caller's additions to it.
import type { EmbeddedMetadata } from '../../metadata.ts';

/** RWPM link object. */
export interface WebPubLink {
  href: string;
  type?: string;
  title?: string;
  rel?: string | string[];
  templated?: boolean;
  /** Pixels. */
  width?: number;
  height?: number;
  properties?: { contains?: string[]; page?: string; layout?: string; [key: string]: unknown };
  children?: WebPubLink[];
  /** The same resource in other formats. */
  alternate?: WebPubLink[];
}

export interface WebPubManifest {
  '@context': string;
  metadata: Record<string, unknown>;
  links: WebPubLink[];
  /** Covers in several sizes, as in OPDS. */
  images?: WebPubLink[];
  readingOrder: WebPubLink[];
  resources?: WebPubLink[];
  toc?: WebPubLink[];
  landmarks?: WebPubLink[];
  pageList?: WebPubLink[];
}

export interface ManifestOptions {
  /** Absolute address of the manifest, the base of relative links. */
  selfHref: string;
  /** Metadata of the book: from the file, or edited by users. */
  metadata: EmbeddedMetadata;
  /** Title of a book without one. */
  fallbackTitle: string;
  /** URI of the publication: `urn:uuid:…`. */
  identifier?: string;
  /** RFC 3339. */
  modified?: string;
  /** Base of resource addresses, relative to the manifest; "resources/" by default. */
  resourceBase?: string;
  /** Links in addition to `self`: positions, progression, cover, download. */
  links?: WebPubLink[];
  images?: WebPubLink[];
}
