// Facts that poppler reports about a PDF.
import type { CorpusFile } from '@lectern/server/testing';
import { type Claim, claim } from './claims.ts';
import type { Observation } from './observe.ts';

/** pdfinfo printed no value, so the next line of its output was recorded instead. */
const isArtefact = (text: string | undefined) => /^(Subject|Author|Creator):\s/.test(text ?? '');
/** Titles that the printing program generated. */
const isNoTitle = (text: string) => ['Print', 'Microsoft Word - Document1', 'untitled'].includes(text);
const isNear = (a: number, b: number, tolerance: number) => Math.abs(a - b) <= tolerance;

export function pdfClaims(file: CorpusFile, { book, metadata, pages, firstPage }: Observation): Claim[] {
  const facts = file.facts.pdf;
  if (facts === undefined || facts.pdfinfoRc !== 0) return [];
  const claims = [claim('pdf.pageCount', [book.pageCount, pages.length], [facts.pageCount, facts.pageCount])];
  if (facts.title !== undefined && !isArtefact(facts.title))
    claims.push(claim('pdf.title', metadata?.title, isNoTitle(facts.title) ? null : facts.title.trim()));
  if (facts.author !== undefined && !isArtefact(facts.author))
    claims.push(
      claim('pdf.author', metadata?.authors.map(({ name }) => name).join(', '), facts.author.trim()),
    );
  if (!file.hostile)
    claims.push(claim('pdf.firstPageRenders', firstPage.status === 200, facts.firstPageRendersWithPoppler));
  const drawn = facts.poppler200pxRender;
  const first = pages[0];
  if (drawn && first) {
    const [width = 0, height = 0] = (facts.pageSize?.match(/[\d.]+/g) ?? []).map(Number);
    // pdfinfo reports the size before rotation, the drawn page has the size after it.
    const isTurned = width !== height && width > height !== drawn[0] > drawn[1];
    const [w, h] = isTurned ? [height, width] : [width, height];
    const isSame = isNear(first.width ?? 0, w, 0.51) && isNear(first.height ?? 0, h, 0.51);
    claims.push(claim('pdf.pageSize', isSame || [first.width, first.height], isSame || [w, h]));
  }
  return claims;
}
