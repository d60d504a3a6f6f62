// Licences that third-party packages may have at run time (SPDX expressions). Licences that would affect Lectern's own
// code are excluded.

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Separate unmodified libraries and typefaces: allowed while NOTICE names them. */
const weak = new Set(['LGPL-2.1-or-later', 'LGPL-3.0-or-later', 'OFL-1.1']);

/** Packages that state their licence only in a file, with that licence. */
const statedLicences: Record<string, string> = {
  '7z-wasm': 'LGPL-2.1-or-later',
  // Stated in its readme.
  'combine-errors': 'MIT',
  // Licence of libheif and libde265, which it contains: version 3 or any later version.
  'libheif-js': 'LGPL-3.0-or-later',
};

export type Verdict = 'free' | 'to be named' | 'refused';

const worst = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('refused') ? 'refused' : verdicts.includes('to be named') ? 'to be named' : 'free';
const best = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('free') ? 'free' : verdicts.includes('to be named') ? 'to be named' : 'refused';

const judgeOne = (licence: string): Verdict =>
  allowed.has(licence) ? 'free' : weak.has(licence) ? 'to be named' : 'refused';

/** Supports SPDX expressions with AND, OR and one level of brackets. Refuses anything else. */
export function judgeLicence(name: string, licence = ''): Verdict {
  const expression = statedLicences[name] ?? licence;
  const judge = (text: string): Verdict =>
    best(
      text.split(' OR ').map((choice) => worst(choice.split(' AND ').map((part) => judgeOne(part.trim())))),
    );
  const inner: Verdict[] = [];
  const flat = expression.replace(/\(([^()]*)\)/g, (_, text: string) => {
    inner.push(judge(text));
    return `#${inner.length - 1}`;
  });
  const judgePart = (licence: string): Verdict =>
    licence.startsWith('#') ? (inner[Number(licence.slice(1))] ?? 'refused') : judgeOne(licence);
  return best(
    flat.split(' OR ').map((choice) => worst(choice.split(' AND ').map((part) => judgePart(part.trim())))),
  );
}
