// Draws the picture of a year on a canvas, as PNG.
import type { BookDto } from '@lectern/contract/libraries/books';
import { toThumbnailUrl } from '../../../api/call.ts';
import { fetchWithRetry } from '../../../api/fetch-with-retry.ts';
import {
  type CoverBox,
  type PictureContent,
  type PictureText,
  pictureHeight,
  pictureWidth,
  toLayout,
} from './picture-layout.ts';

/** The same on every device, so that the picture does not depend on its theme. */
const colours = {
  background: '#12151b',
  text: '#f4f1ea',
  dimmed: '#a9afba',
  accent: '#ffc14d',
  missing: '#2a2f38',
};

type Content = Omit<PictureContent, 'coverCount'>;

export async function drawPicture(content: Content, books: readonly BookDto[]): Promise<Blob> {
  const { texts, covers } = toLayout({ ...content, coverCount: books.length });
  const images = await Promise.all(books.slice(0, covers.length).map(loadCover));
  const canvas = document.createElement('canvas');
  canvas.width = pictureWidth;
  canvas.height = pictureHeight;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  context.fillStyle = colours.background;
  context.fillRect(0, 0, pictureWidth, pictureHeight);
  const { fontFamily } = getComputedStyle(document.body);
  for (const text of texts) drawText(context, text, fontFamily);
  for (const [index, box] of covers.entries()) {
    drawCover(context, box, images[index]);
    images[index]?.close();
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded'))),
      'image/png',
    ),
  );
}

/** Undefined for a book without an image. */
async function loadCover(book: BookDto): Promise<ImageBitmap | undefined> {
  try {
    const response = await fetchWithRetry(toThumbnailUrl('books', book));
    return response.status === 200 ? await createImageBitmap(await response.blob()) : undefined;
  } catch {
    return undefined;
  }
}

function drawText(
  context: CanvasRenderingContext2D,
  { text, x, y, size, weight, role, maxWidth }: PictureText,
  fontFamily: string,
): void {
  context.font = `${weight} ${size}px ${fontFamily}`;
  context.fillStyle = colours[role];
  context.fillText(shorten(context, text, maxWidth), x, y);
}

function shorten(context: CanvasRenderingContext2D, text: string, maxWidth: number): string {
  if (context.measureText(text).width <= maxWidth) return text;
  const letters = [...text];
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > maxWidth) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Fills the box with the center of the image. */
function drawCover(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: CoverBox,
  image: ImageBitmap | undefined,
): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, 10);
  context.clip();
  context.fillStyle = colours.missing;
  context.fillRect(x, y, width, height);
  if (image) {
    const scale = Math.max(width / image.width, height / image.height);
    const sourceWidth = width / scale;
    const sourceHeight = height / scale;
    const left = (image.width - sourceWidth) / 2;
    const top = (image.height - sourceHeight) / 2;
    context.drawImage(image, left, top, sourceWidth, sourceHeight, x, y, width, height);
  }
  context.restore();
}
