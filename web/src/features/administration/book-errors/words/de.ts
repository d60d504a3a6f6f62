// Wörter der Bücher, die nicht gelesen werden konnten.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Buchfehler',
  about:
    'Dateien, die nicht gelesen werden konnten, nach dem, was ihnen fehlt. An ihnen wird nichts verändert.',
  none: 'Jedes Buch konnte gelesen werden',
  total: '{count, plural, one {# Buch hat Fehler} other {# Bücher haben Fehler}}',
  retryAll: 'Alle noch einmal versuchen',
  retryType: 'Diese noch einmal versuchen',
  retryTypeNamed: 'Diese noch einmal versuchen: {name}',
  retry: 'Noch einmal',
  retryNamed: '{name} noch einmal versuchen',
  started:
    '{count, plural, =0 {Es gab nichts zu tun} one {# Aufgabe ist begonnen} other {# Aufgaben sind begonnen}}',
  counted: '{name} ({count})',
  formatDetection: 'Unbekannte Art von Datei',
  formatDetectionAbout:
    'Die Datei ist nicht, was ihr Name sagt, oder von einer Art, die Lectern nicht liest, etwa 7z. Oft ist der Download abgebrochen oder die Endung falsch.',
  parser: 'Kaputte Datei',
  parserAbout:
    'Das Archiv oder Dokument ist beschädigt oder verschlüsselt. Besorge es neu, oder speichere es ohne Passwort.',
  metadata: 'Unlesbare Metadaten',
  metadataAbout:
    'Das Buch ist lesbar, seine ComicInfo oder anderen Metadaten sind es nicht. Es ist nach seinem Namen eingeordnet.',
  thumbnail: 'Kein Umschlag',
  thumbnailAbout:
    'Von der ersten Seite konnte kein kleines Bild gemacht werden. Das Buch ist trotzdem lesbar.',
  pageExtraction: 'Unlesbare Seite',
  pageExtractionAbout:
    'Mindestens eine Seite ist beschädigt oder kein bekanntes Bild. Die anderen sind lesbar.',
  pdfRendering: 'PDF-Seite nicht gezeichnet',
  pdfRenderingAbout: 'Eine Seite des PDFs konnte nicht gezeichnet werden oder brauchte zu lange.',
  zeroPages: 'Keine Seiten',
  zeroPagesAbout:
    'In der Datei ist kein Bild und kein Text. Vielleicht ist es eine Sicherung oder ein falscher Download.',
  other: 'Etwas anderes',
  otherAbout:
    'Die Meldung sagt, was war: oft eine Datei, die gerade benutzt wurde, oder eine Platte, die verschwand.',
};
