// Finds the pictures of a page that pdf.js could not decode, and where they would be.
import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfJs } from '../engine/pdf-js.ts';

/** Corners of a rectangle in the units of the page. */
export type Place = [left: number, bottom: number, right: number, top: number];

/** Whatever stands for decoded objects: null is one that could not be decoded. */
type Objects = Iterable<unknown[]> & {
  get(id: string, callback: (data: unknown) => void): unknown;
};

const isPicture = (id: unknown): id is string => typeof id === 'string' && /(^|_)img_/.test(id);
const hasFault = (objects: Objects): boolean => {
  for (const [id, data] of objects) if (data === null && isPicture(id)) return true;
  return false;
};

/**
 * Of a page that was rendered. Its operators are read only where a picture failed, or was left out of them: of that nothing
 * but its place remains, which nothing is drawn at.
 */
export async function findMissingPictures(
  { core }: PdfJs,
  page: PDFPageProxy,
  hasLeftOut: boolean,
): Promise<Place[]> {
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

/** Across the top of a page, for a picture that nobody knows the place of. */
function toStrip({ view }: PDFPageProxy): Place {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  return [left, top - (top - bottom) / 10, right, top];
}

async function findFailed(
  { own, common }: { own: Objects; common: Objects },
  drawn: readonly { id: string; place: Place }[],
): Promise<Place[]> {
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
  /** Undefined where there is a place and nothing is drawn. */
  id: string | undefined;
  place: Place;
}

interface Operators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** Follows the transformations of the operators. */
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

/** Pictures fill the square from 0 to 1. */
function toPlace([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): Place {
  const across = [e, e + a, e + c, e + a + c];
  const up = [f, f + b, f + d, f + b + d];
  return [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
}
