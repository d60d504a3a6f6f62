// Wörter der Seite einer Serie.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  theSeries: 'die Serie',
  books: 'Bücher',
  unreadCount: '{count, plural, one {# ungelesen} other {# ungelesen}}',
  allRead: 'Alles gelesen',
  read: '{title} lesen',
  continueOn: 'Weiter mit {title}, Seite {page}',
  continueAt: 'Weiter mit {title} bei {percent}',
  readAgain: 'Noch einmal lesen',
  more: 'Mehr',
  edit: 'Angaben bearbeiten',
  covers: 'Titelbild wählen',
  addToCollection: 'Zu einer Sammlung hinzufügen',
  download: 'Alle Dateien als .zip speichern',
  analyze: 'Dateien neu einlesen',
  sharingTags: 'Freigabe-Etiketten',
  sharingTagsOf: 'Freigabe-Etiketten von {title}',
  sharingText:
    'Wer diese Serie sieht, hängt von ihren Etiketten ab und davon, was für jede Person eingestellt ist.',
  manageSharingTags: 'Etiketten anlegen und ändern',
  noSharingTags: 'Noch gibt es kein Freigabe-Etikett.',
  sharingTagsSaved: 'Die Freigabe-Etiketten von {title} sind gespeichert',
  save: 'Speichern',
  purge: 'Verschwundene Bücher vergessen',
  purgeTitle: 'Die verschwundenen Bücher von {title} vergessen?',
  purgeText:
    'Bücher, deren Dateien weg sind, werden endgültig vergessen, mit den Lesestellen, Notizen und Markierungen aller. Eine Platte, die nur nicht angeschlossen ist, sieht genauso aus: Schließe sie erst an und durchsuche.',
  purgeAction: 'Vergessen',
  purged:
    '{count, plural, =0 {Es gab nichts zu vergessen} one {# Buch ist vergessen} other {# Bücher sind vergessen}}',
  details: 'Angaben',
  folder: 'Ordner',
  added: 'Hinzugefügt',
  show: 'Welche Bücher',
  all: 'Alle',
  unread: 'Ungelesene',
  nothingUnread: 'Hier ist nichts ungelesen',
  progress: '{read} von {count} gelesen',
  beside: 'Mehr Serien dieser Bibliothek',
  previous: 'Vorige Serie',
  next: 'Nächste Serie',
};
