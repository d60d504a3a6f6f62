// The layout of the picture of a year: positions of texts and covers in pixels. Uses no browser API.

export const pictureWidth = 1080;
export const pictureHeight = 1350;

export interface PictureText {
  text: string;
  x: number;
  /** Baseline. */
  y: number;
  /** Font size. */
  size: number;
  weight: 400 | 700;
  role: 'text' | 'dimmed' | 'accent';
  /** Longer texts are shortened. */
  maxWidth: number;
}

export interface CoverBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PictureContent {
  title: string;
  figures: readonly (readonly [label: string, value: string])[];
  /** For example "Genres: Adventure, Mystery". */
  lines: readonly string[];
  coverCount: number;
  footer: string;
}

export interface PictureLayout {
  texts: PictureText[];
  covers: CoverBox[];
}

const margin = 72;
const room = pictureWidth - 2 * margin;
const columns = 3;
const gap = 16;
/** Height and width of a cover. */
const ratio = 1.5;
const maxColumns = 8;

export function toLayout({ title, figures, lines, coverCount, footer }: PictureContent): PictureLayout {
  const texts: PictureText[] = [
    { text: title, x: margin, y: 136, size: 64, weight: 700, role: 'accent', maxWidth: room },
  ];
  const columnWidth = room / columns;
  for (const [index, [label, value]] of figures.entries()) {
    const x = margin + (index % columns) * columnWidth;
    const y = 240 + Math.floor(index / columns) * 130;
    const maxWidth = columnWidth - gap;
    texts.push({ text: value, x, y, size: 50, weight: 700, role: 'text', maxWidth });
    texts.push({ text: label, x, y: y + 40, size: 27, weight: 400, role: 'dimmed', maxWidth });
  }
  let y = 240 + Math.ceil(figures.length / columns) * 130;
  for (const text of lines) {
    texts.push({ text, x: margin, y, size: 30, weight: 400, role: 'text', maxWidth: room });
    y += 46;
  }
  const bottom = pictureHeight - 96;
  texts.push({
    text: footer,
    x: margin,
    y: pictureHeight - 44,
    size: 27,
    weight: 400,
    role: 'dimmed',
    maxWidth: room,
  });
  return { texts, covers: toCovers(coverCount, { top: y, bottom }) };
}

/** The largest covers that all fit, at most as many as fit in the smallest size. */
function toCovers(count: number, { top, bottom }: { top: number; bottom: number }): CoverBox[] {
  for (let cols = columns; cols <= maxColumns; cols++) {
    const width = Math.floor((room - (cols - 1) * gap) / cols);
    const height = Math.floor(width * ratio);
    const rows = Math.floor((bottom - top + gap) / (height + gap));
    if (rows * cols < count && cols < maxColumns) continue;
    return Array.from({ length: Math.min(count, rows * cols) }, (_, index) => ({
      x: margin + (index % cols) * (width + gap),
      y: top + Math.floor(index / cols) * (height + gap),
      width,
      height,
    }));
  }
  return [];
}
