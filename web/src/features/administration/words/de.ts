// Wörter des Rahmens um die Seiten der Verwaltung.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  administration: 'Verwaltung',
  libraries: 'Bibliotheken',
  librariesAbout: 'Ordner, Durchsuchen, wie Serien gefunden werden',
  users: 'Benutzer',
  usersAbout: 'Konten, was sie dürfen und sehen',
  sharingTags: 'Freigabe-Etiketten',
  sharingTagsAbout: 'Wer welche Serien sieht',
  apiKeys: 'API-Schlüssel',
  apiKeysAbout: 'Zugriff für Apps',
  tasks: 'Aufgaben',
  tasksAbout: 'Arbeit im Hintergrund',
  bookErrors: 'Buchfehler',
  bookErrorsAbout: 'Dateien, die nicht gelesen werden konnten',
  duplicates: 'Doppeltes',
  duplicatesAbout: 'Doppelte Dateien',
  pdfCache: 'PDF-Zwischenspeicher',
  pdfCacheAbout: 'Offene Dokumente und fertige Seiten',
  settings: 'Einstellungen',
  settingsAbout: 'Servereinstellungen',
  activity: 'Ereignisse',
  activityAbout: 'Anmeldungen und Änderungen',
  backup: 'Sicherung',
  backupAbout: 'Eine Kopie von allem, was nicht neu gemacht werden kann',
  server: 'Server',
  serverAbout: 'Version, Zahlen, Aufräumen',
};
