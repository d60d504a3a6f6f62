// The Readium Web Publication Manifest as types, and what a caller adds to what an EPUB gives.
import type { EmbeddedMetadata } from '../metadata.ts';

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
  /** The same in other formats. */
  alternate?: WebPubLink[];
}

export interface WebPubManifest {
  '@context': string;
  metadata: Record<string, unknown>;
  links: WebPubLink[];
  /** Covers in sizes, as OPDS has them. */
  images?: WebPubLink[];
  readingOrder: WebPubLink[];
  resources?: WebPubLink[];
  toc?: WebPubLink[];
  landmarks?: WebPubLink[];
  pageList?: WebPubLink[];
}

export interface ManifestOptions {
  /** Absolute address of the manifest itself: relative links count from it. */
  selfHref: string;
  /** What to say of the book: the file's own metadata, or those that people have made of them. */
  metadata: EmbeddedMetadata;
  /** For a book without a title. */
  fallbackTitle: string;
  /** URI of the publication: `urn:uuid:…`. */
  identifier?: string;
  /** RFC 3339. */
  modified?: string;
  /** Where resources are, relative to the manifest; "resources/" by default. */
  resourceBase?: string;
  /** Links beside `self`: positions, progression, cover, download. */
  links?: WebPubLink[];
  images?: WebPubLink[];
}
