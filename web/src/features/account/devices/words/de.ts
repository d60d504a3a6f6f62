// Wörter der E-Reader.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'E-Reader',
  koreader: 'KOReader',
  koreaderText:
    'Behält deine Stelle in jedem Buch hier, von und zu allem anderen. Jedes Gerät hat ein eigenes Passwort; es ist nicht das deines Kontos.',
  addKoreader: 'KOReader verbinden',
  noKoreader: 'Kein KOReader ist verbunden',
  name: 'Name des Geräts',
  namePlaceholder: 'E-Reader im Wohnzimmer',
  koreaderMade: 'Passwort für {name}',
  server: 'Eigener Synchronisationsserver',
  userName: 'Benutzername',
  password: 'Passwort',
  koreaderStep1:
    'Öffne auf dem Gerät ein Buch, dann: Werkzeuge → Fortschritt synchronisieren → Eigener Server. Gib die Adresse ein.',
  koreaderStep2: 'Wähle Anmelden (nicht Registrieren) und gib Benutzername und Passwort ein.',
  koreaderStep3:
    'Schalte das automatische Synchronisieren ein. Die Bücher müssen die dieses Servers sein: Lade sie hier herunter.',
  kobo: 'Kobo',
  koboText:
    'EPUBs dieses Servers erscheinen auf dem Startbildschirm des Geräts, mit deiner Stelle darin. Comics und PDFs nicht: Das Gerät liest sie nicht aus seiner Bibliothek.',
  addKobo: 'Kobo verbinden',
  noKobo: 'Kein Kobo ist verbunden',
  koboMade: 'Zeile für {name}',
  line: 'Zeile für die Konfiguration',
  koboStep1: 'Schließe das Gerät über USB an und öffne die versteckte Datei .kobo/Kobo/Kobo eReader.conf.',
  koboStep2: 'Ersetze im Abschnitt [OneStoreServices] die Zeile, die mit api_endpoint= beginnt, durch diese.',
  koboStep3: 'Wirf das Gerät aus und lass es synchronisieren. Behandle die Zeile wie ein Passwort.',
  scope: 'Was darauf ist',
  everything: 'Jedes EPUB, das du siehst',
  collection: 'Eine Sammlung',
  readList: 'Eine Leseliste',
  preset: 'Ein gespeicherter Filter',
  which: 'Welche',
  holds: 'Darauf: {what}',
  books: '{count, plural, =0 {Noch keine Bücher darauf} one {# Buch darauf} other {# Bücher darauf}}',
  synced: 'Synchronisiert {when}',
  neverSynced: 'Noch nicht synchronisiert',
  resync: 'Alles noch einmal senden',
  resyncTitle: 'Alles noch einmal an {name} senden?',
  resyncText: 'Beim nächsten Synchronisieren. Bücher, die du auf dem Gerät entfernt hast, kommen wieder.',
  resynced: '{name} erfährt beim nächsten Synchronisieren alles',
  lastUsed: 'Benutzt {when}',
  neverUsed: 'Noch nicht benutzt',
  remove: 'Trennen',
  removeNamed: '{name} trennen',
  removeTitle: '{name} trennen?',
  removeText:
    'Das Gerät kann nicht mehr synchronisieren, bis es neu verbunden ist. Bücher und Stellen darauf bleiben.',
  removed: '{name} ist getrennt',
  created: 'Verbunden {when}',
};
