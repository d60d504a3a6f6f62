// Wörter über das, was jemand lesen will.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  want: 'Will ich lesen',
  wanted: '{title} steht auf deiner Merkliste',
  unwanted: '{title} steht nicht mehr auf deiner Merkliste',
  series: 'Serien',
  books: 'Bücher',
  nothing: 'Nichts wartet aufs Lesen',
  nothingHint: 'Auf der Seite einer Serie oder eines Buchs legt das Herz es hierher.',
  browse: 'Alle Serien ansehen',
};
