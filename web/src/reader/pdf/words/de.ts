// Wörter der PDF-Leseansicht.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  contents: 'Inhalt',
  noContents: 'Dieses Dokument hat kein Inhaltsverzeichnis.',
  search: 'Suchen',
  searchIn: 'Im Dokument suchen',
  nextFound: 'Nächste Stelle',
  previousFound: 'Vorige Stelle',
  found: '{current, number} von {total, number}',
  nothingFound: 'Nicht gefunden',
  searching: 'Wird gesucht …',
  view: 'Darstellung',
  layout: 'Seiten',
  scroll: 'Untereinander',
  single: 'Einzeln',
  size: 'Größe',
  fitWidth: 'An die Breite anpassen',
  fitPage: 'Ganze Seite',
  closer: 'Näher',
  farther: 'Ferner',
  asPictures: 'Seiten als Bilder zeigen',
  asText: 'Text und Links zeigen',
  externalLink: 'Führt aus dem Dokument hinaus: {url}',
  insideLink: 'Eine Stelle in diesem Dokument',
  leaving: 'Dieser Link führt aus dem Dokument hinaus',
  openThere: 'In neuem Tab öffnen',
  close: 'Schließen',
  cancel: 'Hier bleiben',
  cannotOpen: 'Das Dokument kann hier nicht als Text gezeigt werden; du siehst seine Seiten als Bilder.',
  locked:
    'Dieses Dokument ist mit einem Passwort gesperrt. Es wird nur in diesem Browser geöffnet: Der Server erfährt das Passwort nicht und macht keine Bilder der Seiten.',
  password: 'Passwort des Dokuments',
  wrongPassword: 'Das ist nicht das Passwort.',
  showPassword: 'Passwort zeigen oder verbergen',
  unlock: 'Öffnen',
};
