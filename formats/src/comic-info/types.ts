// Types of ComicInfo.xml 2.1, and of some additional elements that taggers write. Absent means unspecified:
// an empty element, -1, Unknown, or a value out of range.
import type { EmbeddedMetadata, ExternalLink } from '../metadata.ts';

export const comicPageTypes = [
  'FrontCover',
  'InnerCover',
  'Roundup',
  'Story',
  'Advertisement',
  'Editorial',
  'Letters',
  'Preview',
  'BackCover',
  'Other',
  'Deleted',
] as const;

export type ComicPageType = (typeof comicPageTypes)[number];

export interface ComicPage {
  /** Index among the archive's images, from 0. Not checked against their number. */
  image: number;
  /** Never empty: Story if unspecified. */
  types: ComicPageType[];
  doublePage?: boolean;
  sizeBytes?: number;
  key?: string;
  bookmark?: string;
  width?: number;
  height?: number;
}

export interface ComicArc {
  name: string;
  number?: string;
}

/** Elements that the common shape has under another name, in another form, or not at all. */
interface OwnElements {
  /** "1", "1.5", "½", "1A", "-1", "Annual 1". */
  number?: string;
  /** At least 1. */
  count?: number;
  alternateSeries?: string;
  alternateNumber?: string;
  alternateCount?: number;
  writers?: string[];
  pencillers?: string[];
  inkers?: string[];
  colorists?: string[];
  letterers?: string[];
  coverArtists?: string[];
  editors?: string[];
  translators?: string[];
  web?: ExternalLink[];
  /** BCP 47, canonical. */
  languageIso?: string;
  format?: string;
  manga?: 'No' | 'Yes' | 'YesAndRightToLeft';
  storyArcs?: ComicArc[];
  seriesGroups?: string[];
  /** As written. */
  ageRating?: string;
  pages?: ComicPage[];
  /** As written; `parseIsbn` determines whether it is an ISBN. */
  gtin?: string;
  /** Elements of other programs that are not in the schema. */
  seriesSort?: string;
  localizedSeries?: string;
}

/** All other elements have the names and values of the common shape. */
export type ComicInfo = OwnElements & Omit<EmbeddedMetadata, 'source' | keyof OwnElements>;
