// Under which licences others' packages may be used at run time (SPDX expressions): none that would bind Lectern's
// own code.

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Loaded as separate libraries, unchanged, or typefaces: allowed while NOTICE names them. */
const weak = new Set(['LGPL-2.1-or-later', 'LGPL-3.0-or-later', 'OFL-1.1']);

/** Packages that tell their licence in a file, with what stands in it. */
const statedLicences: Record<string, string> = {
  '7z-wasm': 'LGPL-2.1-or-later',
  // Its readme.
  'combine-errors': 'MIT',
  // Of libheif and libde265, which it contains: version 3 of the licence or any later one.
  'libheif-js': 'LGPL-3.0-or-later',
};

export type Verdict = 'free' | 'to be named' | 'refused';

const worst = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('refused') ? 'refused' : verdicts.includes('to be named') ? 'to be named' : 'free';
const best = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('free') ? 'free' : verdicts.includes('to be named') ? 'to be named' : 'refused';

const judgeOne = (licence: string): Verdict =>
  allowed.has(licence) ? 'free' : weak.has(licence) ? 'to be named' : 'refused';

/** Of an SPDX expression with AND, OR and one level of brackets; of anything else: refused. */
export function judgeLicence(name: string, licence = ''): Verdict {
  const expression = statedLicences[name] ?? licence;
  const judge = (text: string): Verdict =>
    best(text.split(' OR ').map((choice) => worst(choice.split(' AND ').map((one) => judgeOne(one.trim())))));
  const inner: Verdict[] = [];
  const flat = expression.replace(/\(([^()]*)\)/g, (_, text: string) => {
    inner.push(judge(text));
    return `#${inner.length - 1}`;
  });
  const judgePart = (one: string): Verdict =>
    one.startsWith('#') ? (inner[Number(one.slice(1))] ?? 'refused') : judgeOne(one);
  return best(
    flat.split(' OR ').map((choice) => worst(choice.split(' AND ').map((one) => judgePart(one.trim())))),
  );
}
