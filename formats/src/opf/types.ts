// A package document (OPF 2 or 3) as types: what it says, before any choice between its many ways to say it.

export interface OpfTitle {
  text: string;
  /** main, subtitle, short, collection, edition, expanded; absent when not said. */
  type?: string;
  sort?: string;
  sequence?: number;
}

export interface OpfPerson {
  name: string;
  kind: 'creator' | 'contributor';
  /** MARC relator codes in lower case, as written; empty when not said. */
  roles: string[];
  sortName?: string;
  sequence?: number;
}

export interface OpfCollection {
  name: string;
  /** series, set; absent when not said. */
  type?: string;
  /** Decimal, dotted for nested ones. */
  position?: string;
}

export interface OpfIdentifier {
  value: string;
  /** opf:scheme, or the identifier-type of a refinement ("15" is ISBN-13, "02" ISBN-10). */
  scheme?: string;
  /** The one that the package names as its own. */
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
  /** The name without percent-decoding, where that differs. */
  encodedName?: string;
  /** Lower case, without parameters; "" when not said. */
  mediaType: string;
  properties: string[];
  /** Id of the item that says which sound goes with its text (EPUB 3.3, 9.3.2.1). */
  overlay?: string;
}

export interface OpfSpineItem {
  /** undefined when the manifest has no such item, or one outside the archive. */
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
  /** "2.0", "3.0", "" when not said. */
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
  /** Values of `meta` by name or property, refinements left out; the first of each name first. */
  metas: ReadonlyMap<string, readonly string[]>;
  rendition: OpfRendition;
  pageProgressionDirection?: 'ltr' | 'rtl' | 'default';
  manifest: OpfItem[];
  spine: OpfSpineItem[];
  /** The item that `spine toc=` names: the NCX of EPUB 2. */
  toc?: OpfItem;
  guide: OpfReference[];
}
