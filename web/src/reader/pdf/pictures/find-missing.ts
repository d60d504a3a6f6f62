// Finds the images of a page that pdf.js could not decode, and their positions.
import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfJs } from '../engine/pdf-js.ts';

/** Corners of a rectangle in page units. */
export type PictureBox = [left: number, bottom: number, right: number, top: number];

/** The type of decoded objects. Null means that decoding failed. */
type Objects = Iterable<unknown[]> & {
  get(id: string, callback: (data: unknown) => void): unknown;
};

const isPicture = (id: unknown): id is string => typeof id === 'string' && /(^|_)img_/.test(id);
const hasFault = (objects: Objects): boolean => {
  for (const [id, data] of objects) if (data === null && isPicture(id)) return true;
  return false;
};

/**
 * For a rendered page. Reads its operators only if an image failed to decode or was skipped. A skipped image leaves only its
 * transformation, without a paint operator.
 */
export async function findMissingPictures(
  { core }: PdfJs,
  page: PDFPageProxy,
  hasLeftOut: boolean,
): Promise<PictureBox[]> {
  const own: Objects = page.objs;
  const common: Objects = page.commonObjs;
  if (!hasLeftOut && !hasFault(own) && !hasFault(common)) return [];
  const list = await page.getOperatorList();
  const all = [...toDrawn(core, list)];
  const empty = hasLeftOut ? all.flatMap(({ id, place }) => (id === undefined ? [place] : [])) : [];
  const drawn = all.flatMap(({ id, place }) => (id === undefined ? [] : [{ id, place }]));
  const failed = await findFailed({ own, common }, drawn);
  return [...failed, ...(hasLeftOut && empty.length === 0 ? [toStrip(page)] : empty)];
}

/** A strip at the top of the page, for an image of unknown position. */
function toStrip({ view }: PDFPageProxy): PictureBox {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  return [left, top - (top - bottom) / 10, right, top];
}

async function findFailed(
  { own, common }: { own: Objects; common: Objects },
  drawn: readonly { id: string; place: PictureBox }[],
): Promise<PictureBox[]> {
  const fails = await Promise.all(
    drawn.map(
      ({ id }) =>
        new Promise<boolean>((resolve) => {
          const objects = id.startsWith('g_') ? common : own;
          objects.get(id, (data) => resolve(data === null));
        }),
    ),
  );
  return drawn.filter((_, index) => fails[index]).map(({ place }) => place);
}

type Matrix = readonly number[];

interface Drawn {
  /** Undefined if there is a transformation without a paint operator. */
  id: string | undefined;
  place: PictureBox;
}

interface Operators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** Tracks the transformations of the operators. */
function* toDrawn({ OPS, Util }: PdfJs['core'], { fnArray, argsArray }: Operators): Generator<Drawn> {
  const saved: Matrix[] = [];
  let now: Matrix = [1, 0, 0, 1, 0, 0];
  const turn = (by: unknown) => {
    if (isMatrix(by)) now = Util.transform([...now], [...by]);
  };
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index];
    const values: readonly unknown[] = Array.isArray(args) ? args : [];
    if (operator === OPS.save) saved.push(now);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) now = saved.pop() ?? now;
    else if (operator === OPS.transform) {
      turn(args);
      if (fnArray[index - 1] === OPS.save && fnArray[index + 1] === OPS.restore)
        yield { id: undefined, place: toPlace(now) };
    } else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(now);
      turn(values[0]);
    } else if (operator === OPS.paintImageXObject && isPicture(values[0]))
      yield { id: values[0], place: toPlace(now) };
  }
}

const isMatrix = (value: unknown): value is Matrix =>
  value !== null &&
  typeof value === 'object' &&
  'length' in value &&
  value.length === 6 &&
  Symbol.iterator in value;

/** Images fill the square from 0 to 1. */
function toPlace([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): PictureBox {
  const across = [e, e + a, e + c, e + a + c];
  const up = [f, f + b, f + d, f + b + d];
  return [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
}
