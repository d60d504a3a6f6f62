// Settings of the PDF reader on this device: layout, fit and colors, and per series whether pages are shown as images.
import { readFromDevice, storeOnDevice } from '../../api/device-storage.ts';
import type { Fit, Layout, Spread } from './engine/viewer.ts';

const colors = ['original', 'sepia', 'dark'] as const;
export type PageColor = (typeof colors)[number];

export interface PdfSettings {
  layout: Layout;
  fit: Fit;
  /** Pages side by side. */
  spread: Spread;
  color: PageColor;
  /** Percent: 30 to 100. */
  brightness: number;
}

export const dimmest = 30;

const settingsKey = 'lectern.pdf';
const seriesKey = (seriesId: string) => `lectern.pdf.${seriesId}`;

export function readSettings(): PdfSettings {
  const [layout, fit, spread, color, brightness] = (readFromDevice(settingsKey) ?? '').split(' ');
  const dim = Math.round(Number(brightness ?? 100));
  return {
    layout: layout === 'single' ? 'single' : 'scroll',
    fit: fit === 'page-width' ? 'page-width' : 'page-fit',
    spread: spread === 'cover' || spread === 'two' ? spread : 'one',
    color: colors.find((one) => one === color) ?? 'original',
    brightness: dim >= dimmest && dim <= 100 ? dim : 100,
  };
}

export function saveSettings({ layout, fit, spread, color, brightness }: PdfSettings): void {
  storeOnDevice(settingsKey, [layout, fit, spread, color, brightness].join(' '));
}

export type View = 'text' | 'pictures';

/** Undefined without a choice, which lets the document decide. */
export function findView(seriesId: string): View | undefined {
  const stored = readFromDevice(seriesKey(seriesId));
  return stored === 'text' || stored === 'pictures' ? stored : undefined;
}

export const saveView = (seriesId: string, view: View): void => storeOnDevice(seriesKey(seriesId), view);
