// Wörter der Bausteine, aus denen Verwaltungsseiten sind.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  back: 'Zurück: {place}',
  typeToConfirm: 'Gib zur Bestätigung {word} ein',
  copy: '{what} kopieren',
  copied: 'Kopiert',
  shownOnce: 'Das wird nur dieses eine Mal gezeigt. Kopiere es jetzt.',
  done: 'Fertig',
  page: 'Seite {page}',
  nextPage: 'Nächste Seite',
  previousPage: 'Vorige Seite',
  pages: 'Seiten',
  actions: 'Mehr zu {name}',
  save: 'Speichern',
  notYours: 'Dieser Teil ist für andere',
  notYoursText: 'Dein Konto darf ihn nicht sehen. Wer sich um diesen Server kümmert, kann das ändern.',
};
