// Compares every PDF of the corpus with the results of poppler. Hostile files are opened in a separate process with a time
// limit, as in the server.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  type CorpusFile,
  corpusPath,
  hasCorpus,
  type PdfFacts,
  readCorpus,
} from '../../../server/test/corpus.ts';
import { type PdfProbe, probePdf } from '../../../server/test/pdf-probe.ts';

const run = promisify(execFile);
const probeScript = join(import.meta.dirname, '../../../server/test/pdf-probe.ts');
const pdfs = readCorpus().filter((file) => /^(Documents|hostile\/pdf)\/.*[.]pdf$/.test(file.path));

/** Descriptions of wrong facts, and the number of checked facts. */
interface Verdict {
  checked: number;
  wrong: string[];
}

/** Whether the manifest has the next line of pdfinfo's output instead of an empty value. */
const isArtefact = (text: string | undefined) => /^(Subject|Author|Creator):\s/.test(text ?? '');

function judge(facts: PdfFacts, probe: PdfProbe): Verdict {
  const wrong: string[] = [];
  let checked = 0;
  const check = (name: string, isRight: boolean, details: unknown) => {
    checked++;
    if (!isRight) wrong.push(`${name}: ${JSON.stringify(details)}`);
  };
  const { pageCount, encryption, pdfVersion, pageSize, poppler200pxRender } = facts;
  if (facts.pdfinfoRc !== 0) return { checked, wrong };
  check('pages', probe.pageCount === pageCount, [probe.pageCount, pageCount]);
  check('encrypted', probe.isEncrypted === encryption?.startsWith('yes'), [probe.isEncrypted, encryption]);
  check('version', probe.version === pdfVersion, [probe.version, pdfVersion]);
  for (const key of ['title', 'author'] as const) {
    const fact = isArtefact(facts[key]) ? undefined : facts[key]?.trim();
    check(key, probe[key] === fact, [probe[key], fact]);
  }
  if (!facts.firstPageRendersWithPoppler || poppler200pxRender === undefined) return { checked, wrong };
  const [width = 0, height = 0] = (pageSize?.match(/[\d.]+/g) ?? []).map(Number);
  // pdfinfo prints the size before rotation; its image has the size after rotation.
  const isTurned = width !== height && width > height !== poppler200pxRender[0] > poppler200pxRender[1];
  const [widthPt, heightPt] = isTurned ? [height, width] : [width, height];
  const sameSize = isNear(probe.size?.widthPt, widthPt, 0.01) && isNear(probe.size?.heightPt, heightPt, 0.01);
  check('size', sameSize, [probe.size, pageSize]);
  if (probe.error?.kind === 'pdf_rendering') return { checked, wrong };
  const [drawnWidth, drawnHeight] = probe.drawn ?? [];
  const sameShape =
    isNear(drawnWidth, poppler200pxRender[0], 1) && isNear(drawnHeight, poppler200pxRender[1], 1);
  check('drawn', sameShape, [probe.drawn, poppler200pxRender]);
  return { checked, wrong };
}

function isNear(value: number | undefined, fact: number, tolerance: number): boolean {
  return value !== undefined && Math.abs(value - fact) <= tolerance;
}

test.skipIf(!hasCorpus)(
  'reads the same facts as poppler for every intact PDF',
  { timeout: 120_000 },
  async ({ annotate }) => {
    const wrong: string[] = [];
    let checked = 0;
    for (const file of pdfs.filter(({ hostile }) => !hostile)) {
      const probe = await probePdf(corpusPath(file));
      if (probe.error !== undefined) wrong.push(`${file.path}: ${JSON.stringify(probe.error)}`);
      const verdict = file.facts.pdf && judge(file.facts.pdf, probe);
      checked += verdict?.checked ?? 0;
      wrong.push(...(verdict?.wrong ?? []).map((text) => `${file.path}: ${text}`));
    }
    await annotate(`${checked - wrong.length} of ${checked} facts hold`);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(300);
  },
);

async function probeApart(file: CorpusFile): Promise<PdfProbe> {
  const options = { timeout: 20_000, killSignal: 'SIGKILL' as const };
  const { stdout } = await run(process.execPath, [probeScript, corpusPath(file)], options);
  return JSON.parse(stdout);
}

/** Error kinds that the manifest allows, and `ok` if it allows a rendered page. */
function toAllowed(expected: string): string[] {
  const kinds = expected.match(/format_detection|parser|pdf_rendering|zero_pages/g) ?? [];
  const mayDraw = /render(s|ed)|repaired|1 page|default size|scaled down|no crash|if it opens/.test(expected);
  return mayDraw ? [...kinds, 'ok'] : kinds;
}

test.skipIf(!hasCorpus)(
  'handles every hostile PDF as the manifest expects, in bounded time and memory',
  { timeout: 240_000 },
  async ({ annotate }) => {
    const wrong: string[] = [];
    const outcomes: Record<string, number> = {};
    for (const file of pdfs.filter(({ hostile }) => hostile)) {
      const probe = await probeApart(file);
      const outcome = probe.error?.kind ?? 'ok';
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (!toAllowed(file.expectedServer ?? '').includes(outcome)) {
        wrong.push(`${file.path}: ${JSON.stringify(probe.error ?? 'ok')} instead of ${file.expectedServer}`);
      }
      const { encrypted, pdf } = file.facts;
      const needsPassword = encrypted === true && pdf?.pdfinfoRc !== 0;
      if (needsPassword !== (probe.error?.reason === 'encrypted')) wrong.push(`${file.path}: encrypted?`);
      if (pdf !== undefined) wrong.push(...judge(pdf, probe).wrong.map((text) => `${file.path}: ${text}`));
      expect(probe.memoryBytes).toBeLessThanOrEqual(512 * 1024 * 1024);
    }
    await annotate(JSON.stringify(outcomes));
    expect(wrong).toEqual([]);
  },
);
