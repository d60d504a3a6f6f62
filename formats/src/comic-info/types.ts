// ComicInfo.xml 2.1 as types, and the few elements beyond it that taggers write. Absent = not said: an empty
// element, -1, Unknown and whatever is out of range are not said.
import type { ExternalLink } from '../metadata.ts';

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
  /** Place among the archive's images, from 0. Not checked against their number. */
  image: number;
  /** Never empty: Story when nothing is said. */
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

export interface ComicInfo {
  title?: string;
  series?: string;
  /** "1", "1.5", "½", "1A", "-1", "Annual 1". */
  number?: string;
  /** At least 1. */
  count?: number;
  /** A number or a year, at least 0. */
  volume?: number;
  alternateSeries?: string;
  alternateNumber?: string;
  alternateCount?: number;
  /** Plain text: HTML is reduced. */
  summary?: string;
  notes?: string;
  /** 1000 to 2999. */
  year?: number;
  month?: number;
  day?: number;
  writers?: string[];
  pencillers?: string[];
  inkers?: string[];
  colorists?: string[];
  letterers?: string[];
  coverArtists?: string[];
  editors?: string[];
  translators?: string[];
  publisher?: string;
  imprint?: string;
  genres?: string[];
  tags?: string[];
  web?: ExternalLink[];
  pageCount?: number;
  /** BCP 47, canonical. */
  languageIso?: string;
  format?: string;
  blackAndWhite?: boolean;
  manga?: 'No' | 'Yes' | 'YesAndRightToLeft';
  characters?: string[];
  teams?: string[];
  locations?: string[];
  scanInformation?: string;
  storyArcs?: ComicArc[];
  seriesGroups?: string[];
  /** As written. */
  ageRating?: string;
  pages?: ComicPage[];
  /** 0 to 5. */
  communityRating?: number;
  mainCharacterOrTeam?: string;
  review?: string;
  /** As written; `parseIsbn` says whether it is an ISBN. */
  gtin?: string;
  /** Elements of other programs, not of the schema. */
  titleSort?: string;
  seriesSort?: string;
  localizedSeries?: string;
}
