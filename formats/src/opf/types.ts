// Types of a package document (OPF 2 or 3) before its alternative notations are resolved.

export interface OpfTitle {
  text: string;
  /** main, subtitle, short, collection, edition, expanded; absent if unspecified. */
  type?: string;
  sort?: string;
  sequence?: number;
}

export interface OpfPerson {
  name: string;
  kind: 'creator' | 'contributor';
  /** MARC relator codes in lower case, as written; empty if unspecified. */
  roles: string[];
  sortName?: string;
  sequence?: number;
}

export interface OpfCollection {
  name: string;
  /** series or set; absent if unspecified. */
  type?: string;
  /** A decimal number, dotted for nested collections. */
  position?: string;
}

export interface OpfIdentifier {
  value: string;
  /** opf:scheme, or the identifier-type of a refinement ("15" is ISBN-13, "02" ISBN-10). */
  scheme?: string;
  /** Whether it is the package's unique identifier. */
  isUnique: boolean;
}

export interface OpfDate {
  value: string;
  /** opf:event: publication, modification, … */
  event?: string;
}

export interface OpfRendition {
  layout?: 'reflowable' | 'pre-paginated' | 'roll';
  spread?: 'auto' | 'none' | 'both' | 'landscape' | 'portrait';
  orientation?: 'auto' | 'portrait' | 'landscape';
  flow?: 'auto' | 'paginated' | 'scrolled-continuous' | 'scrolled-doc';
}

export interface OpfItem {
  id: string;
  /** Entry name, percent-decoded and inside the archive. */
  name: string;
  /** The name without percent-decoding, if it differs. */
  encodedName?: string;
  /** The part after "#". Some books list parts of one file as items. */
  fragment?: string;
  /** Lower case, without parameters; "" if unspecified. */
  mediaType: string;
  properties: string[];
  /** Id of the item that synchronizes audio with the text (EPUB 3.3, 9.3.2.1). */
  overlay?: string;
}

export interface OpfSpineItem {
  /** undefined if the manifest has no such item, or if it is outside the archive. */
  item: OpfItem | undefined;
  linear: boolean;
  properties: string[];
}

export interface OpfReference {
  type: string;
  title?: string;
  name: string;
  encodedName?: string;
  fragment?: string;
}

export interface Opf {
  /** "2.0", "3.0", or "" if unspecified. */
  version: string;
  /** All texts have single spaces and are not empty; lists are in document order. */
  titles: OpfTitle[];
  people: OpfPerson[];
  collections: OpfCollection[];
  identifiers: OpfIdentifier[];
  dates: OpfDate[];
  modified?: string;
  /** As written. */
  languages: string[];
  publishers: string[];
  subjects: string[];
  /** Plain text. */
  description?: string;
  rights?: string;
  /** Values of `meta` by name or property, without refinements, in document order. */
  metas: ReadonlyMap<string, readonly string[]>;
  rendition: OpfRendition;
  pageProgressionDirection?: 'ltr' | 'rtl' | 'default';
  manifest: OpfItem[];
  spine: OpfSpineItem[];
  /** The item of `spine toc=`: the NCX of EPUB 2. */
  toc?: OpfItem;
  guide: OpfReference[];
}
