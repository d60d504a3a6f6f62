// A library in the clients' format. Settings without an equivalent report the actual behavior of this server.
import type { Library } from '@lectern/contract/libraries/libraries';
import { type FormatKind, formats } from '@lectern/contract/values';
import { z } from 'zod';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';

const flag = z.boolean();
const intervals = ['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY'] as const;

export const libraryShape = z.object({
  id: z.string(),
  name: z.string(),
  root: z.string(),
  importComicInfoBook: flag,
  importComicInfoSeries: flag,
  importComicInfoCollection: flag,
  importComicInfoReadList: flag,
  importComicInfoSeriesAppendVolume: flag,
  importEpubBook: flag,
  importEpubSeries: flag,
  importMylarSeries: flag,
  importLocalArtwork: flag,
  importBarcodeIsbn: flag,
  scanForceModifiedTime: flag,
  scanInterval: z.enum(intervals),
  scanOnStartup: flag,
  scanCbx: flag,
  scanPdf: flag,
  scanEpub: flag,
  scanDirectoryExclusions: z.array(z.string()),
  repairExtensions: flag,
  convertToCbz: flag,
  emptyTrashAfterScan: flag,
  seriesCover: z.enum(['FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST']),
  hashFiles: flag,
  hashPages: flag,
  hashKoreader: flag,
  analyzeDimensions: flag,
  oneshotsDirectory: z.string().nullable(),
  unavailable: flag,
});
export type CompatLibrary = z.infer<typeof libraryShape>;

export function toLibrary(library: Library, viewer: Viewer): CompatLibrary {
  const { allowedFormats, scanning } = library;
  const reads = (kind: FormatKind) => allowedFormats.some((format) => formats[format].kind === kind);
  return {
    id: library.id,
    name: library.name,
    root: can(viewer, 'libraries:write') ? library.path : '',
    importComicInfoBook: true,
    importComicInfoSeries: true,
    importComicInfoCollection: false,
    importComicInfoReadList: false,
    importComicInfoSeriesAppendVolume: false,
    importEpubBook: true,
    importEpubSeries: true,
    importMylarSeries: true,
    importLocalArtwork: true,
    importBarcodeIsbn: false,
    scanForceModifiedTime: false,
    scanInterval: toInterval(scanning.cronSchedule),
    scanOnStartup: scanning.scanOnStart,
    scanCbx: reads('comic'),
    scanPdf: reads('document'),
    scanEpub: reads('text'),
    scanDirectoryExclusions: library.excludedPatterns,
    repairExtensions: false,
    convertToCbz: false,
    emptyTrashAfterScan: false,
    seriesCover: 'FIRST',
    hashFiles: true,
    hashPages: false,
    hashKoreader: true,
    analyzeDimensions: true,
    oneshotsDirectory: null,
    unavailable: false,
  };
}

/** The closest interval for a schedule of five fields, or six with seconds. */
function toInterval(schedule: string | null): CompatLibrary['scanInterval'] {
  if (schedule === null) return 'DISABLED';
  const [minute = '', hour = '', , , weekday = '*'] = schedule.trim().split(/\s+/).slice(-5);
  if (weekday !== '*' && weekday !== '?') return 'WEEKLY';
  if (hour === '*' || minute === '*') return 'HOURLY';
  const [, step] = /^\*\/(\d+)$/.exec(hour) ?? [];
  const times = step === undefined ? hour.split(',').length : 24 / Number(step);
  if (times >= 12) return 'HOURLY';
  if (times >= 3) return 'EVERY_6H';
  return times >= 2 ? 'EVERY_12H' : 'DAILY';
}
