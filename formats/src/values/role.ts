// Maps MARC relator codes and the terms of comic taggers to the roles of the contract.
import type { ContributorRole } from '../metadata.ts';

// MARC code list for relators. Not every edition of the list contains the last line.
const marc: ReadonlyMap<string, ContributorRole> = new Map(
  Object.entries<ContributorRole>({
    aut: 'author',
    cre: 'author',
    dub: 'author',
    aus: 'writer',
    edt: 'editor',
    edc: 'editor',
    com: 'editor',
    trl: 'translator',
    ill: 'illustrator',
    art: 'illustrator',
    clr: 'colorist',
    cov: 'cover_artist',
    bjd: 'cover_artist',
    pnc: 'penciller',
    ink: 'inker',
    ltr: 'letterer',
  }),
);

// MetronInfo 1.0, ComicBookInfo 1.0, and common hand-written terms.
const words: ReadonlyMap<string, ContributorRole> = new Map(
  Object.entries<ContributorRole>({
    writer: 'writer',
    'written by': 'writer',
    'story by': 'writer',
    script: 'writer',
    story: 'writer',
    plot: 'writer',
    plotter: 'writer',
    scripter: 'writer',
    author: 'author',
    'co-author': 'co_author',
    coauthor: 'co_author',
    creator: 'author',
    penciller: 'penciller',
    pencils: 'penciller',
    penciler: 'penciller',
    breakdowns: 'penciller',
    layouts: 'penciller',
    artist: 'illustrator',
    illustrator: 'illustrator',
    'illustrated by': 'illustrator',
    art: 'illustrator',
    'art by': 'illustrator',
    painter: 'illustrator',
    inker: 'inker',
    inks: 'inker',
    embellisher: 'inker',
    finishes: 'inker',
    'ink assists': 'inker',
    colorist: 'colorist',
    colors: 'colorist',
    colours: 'colorist',
    colourist: 'colorist',
    colorer: 'colorist',
    'color separations': 'colorist',
    'color assists': 'colorist',
    'color flats': 'colorist',
    'gray tone': 'colorist',
    letterer: 'letterer',
    letters: 'letterer',
    lettering: 'letterer',
    cover: 'cover_artist',
    'cover artist': 'cover_artist',
    covers: 'cover_artist',
    translator: 'translator',
    'translated by': 'translator',
    editor: 'editor',
    'edited by': 'editor',
    'editor in chief': 'editor',
  }),
);

/** Returns the role of a MARC relator code or of a term, ignoring case; undefined if unknown. */
export function parseRole(text: string): ContributorRole | undefined {
  const key = text.trim().toLowerCase();
  return marc.get(key) ?? words.get(key) ?? (key.endsWith(' editor') ? 'editor' : undefined);
}
