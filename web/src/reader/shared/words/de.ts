// Wörter, die allen Leseansichten gemeinsam sind.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  elsewherePage: 'Auf einem anderen Gerät warst du auf Seite {page, number}. Dorthin springen?',
  elsewhereShare: 'Auf einem anderen Gerät warst du bei {percent}. Dorthin springen?',
  goThere: 'Dorthin',
  stayHere: 'Hier bleiben',
  zoneNext: 'Vor',
  zonePrevious: 'Zurück',
  zonesHint:
    'Tippe dorthin, um zu blättern, und irgendwo sonst für das Menü. Andere Stellen wählst du in den Einstellungen.',
  zonesHintNone:
    'Tippe irgendwohin für das Menü. Blättere durch Wischen, oder wähle in den Einstellungen Stellen zum Tippen.',
  gotIt: 'Verstanden',
  closeBook: 'Buch schließen',
  fullScreen: 'Vollbild',
  leaveFullScreen: 'Vollbild verlassen',
  zones: 'Wohin tippen',
  zonesSides: 'Seiten',
  zonesLShape: 'L-förmig',
  zonesKindle: 'Wie Kindle',
  zonesEdges: 'Ränder',
  zonesNone: 'Nirgends',
  inverted: 'Vor und zurück vertauscht',
  showZones: 'Zeigen',
  device: 'Auf diesem Gerät',
};
