// Wörter des Rahmens um die Seiten der Verwaltung.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  administration: 'Verwaltung',
  libraries: 'Bibliotheken',
  librariesAbout: 'Ordner, Durchsuchen, wie Serien gefunden werden',
  users: 'Personen',
  usersAbout: 'Konten, was sie dürfen und sehen',
  sharingTags: 'Freigabe-Etiketten',
  sharingTagsAbout: 'Wer welche Serien sieht',
  apiKeys: 'API-Schlüssel',
  apiKeysAbout: 'Was Apps und Programme benutzen',
  tasks: 'Aufgaben',
  tasksAbout: 'Arbeit im Hintergrund',
  bookErrors: 'Buchfehler',
  bookErrorsAbout: 'Dateien, die nicht gelesen werden konnten',
  duplicates: 'Doppeltes',
  duplicatesAbout: 'Was mehr als einmal da ist',
  pdfCache: 'PDF-Zwischenspeicher',
  pdfCacheAbout: 'Offene Dokumente und fertige Seiten',
  settings: 'Einstellungen',
  settingsAbout: 'Wie dieser Server arbeitet',
  activity: 'Ereignisse',
  activityAbout: 'Anmeldungen und Änderungen',
  backup: 'Sicherung',
  backupAbout: 'Eine Kopie von allem, was nicht neu gemacht werden kann',
  server: 'Server',
  serverAbout: 'Version, Zahlen, Aufräumen',
};
