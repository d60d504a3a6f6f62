import { Session } from 'node:inspector/promises';
import { describe, expect, test } from 'vitest';
import { anyName } from '../../../server/test/fuzz/names.ts';
import { fc } from '../../../server/test/harness/property.ts';
import { parseNumberText } from './numbers/number-text.ts';
import { parseFileName, parseFolderName } from './parse-name.ts';
import { toParsedFields } from './parsed-fields.ts';
import { maxNameLength } from './tokens/prepare.ts';

describe('names without information', () => {
  test.each([
    ['', {}],
    [' ', {}],
    ['-.cbz', {}],
    [' - .cbz', {}],
    ['{}.cbz', {}],
    ['()()[].cbz', {}],
    ['.cbz', { title: '.cbz' }],
    ['....cbz', { title: '...' }],
    ['((((.cbz', { title: '((((' }],
    ['[Title].cbz', { title: 'Title' }],
    ['\u0000\u0001\u202e.cbz', {}],
    ['\ud800.cbz', { title: '\ufffd' }],
  ])('%j', (name, stated) => {
    expect(toParsedFields(parseFileName(name))).toEqual(stated);
  });
});

describe('parseFileName for any name', () => {
  const file = fc.tuple(anyName, fc.constantFrom('', '.cbz', '.epub')).map((parts) => parts.join(''));

  test('returns well-formed text and finite numbers, and never throws', () => {
    fc.assert(
      fc.property(file, (text) => {
        for (const parsed of [parseFileName(text), parseFolderName(text)]) {
          expect(JSON.stringify(parsed).isWellFormed()).toBe(true);
          for (const value of [...Object.values(parsed), parsed.number?.value]) {
            if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
            if (typeof value === 'string' && value !== parsed.name) expect(value.trim()).not.toBe('');
          }
        }
        expect(parseNumberText(text)?.value ?? 0).toBeTypeOf('number');
      }),
      { numRuns: 3000 },
    );
  });

  test('does not split a name at a dash that only signs follow', () => {
    expect(parseFileName('Jane Austen - ..epub')).toMatchObject({ title: 'Jane Austen - .' });
    expect(parseFileName('ISBN 話 - ..epub').title).toBe('ISBN 話 - .');
  });

  test('returns the same for composed and decomposed Unicode', () => {
    for (const text of [
      'Bande dessinée T03 (édition spéciale).cbz',
      '원피스 제3권.cbz',
      'バットマン 第3話.cbz',
    ]) {
      expect(parseFileName(text.normalize('NFD'))).toEqual(parseFileName(text.normalize('NFC')));
    }
  });

  test('ignores characters after the first 1,024', () => {
    const long = `${'Very Long Title '.repeat(20)}012 (2016).cbz`;
    expect(toParsedFields(parseFileName(long))).toMatchObject({ number: '12', year: 2016 });
    expect(parseFileName(`${'a'.repeat(5000)} 012.cbz`).title).toHaveLength(maxNameLength);
  });
});

/** Counts executed blocks of the parser's code. Unlike a clock, the count does not depend on the load of the machine. */
async function countSteps(session: Session, run: () => void): Promise<number> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const ours = result.filter(({ url }) => url.includes('/file-name/'));
  const ranges = ours.flatMap(({ functions }) => functions.flatMap((fn) => fn.ranges));
  return ranges.reduce((steps, range) => steps + range.count, 0);
}

test('takes a bounded number of steps per character for hostile repetitions', async () => {
  const units =
    `( ) [ () (( (a) [01] 1 1- 1. v1 v1- v c # 第 第一 一 巻 巻之 全1 1話- - . _ a A. ½ 2019- 2019-01 ' a' (2016)
    (a,2016) (v1) 1x1 [a] one- 978 & 😀 \u0301 ー S01E02 vol. １ ([{ (((a)+)+ sp01 12: Vol#1 31.12. ((1 a1 1a`.split(
      /\s+/,
    );
  units.push(
    '1 ',
    '01 ',
    ' - ',
    '1 - ',
    'a ',
    'of 1 ',
    'ISBN ',
    ' copy',
    'special ',
    'part 1 ',
    'v1 to v2 ',
    ' - Ab Cd',
  );
  units.push(
    ' by Ab',
    '3rd edition ',
    'Mar ',
    '(1 of 2) ',
    '( - ',
    'to ',
    '[a 1 ',
    'No. 1 ',
    'Episode 1 ',
    '1 том ',
    'S2 - ',
    'Tomes 1 à 2 ',
  );
  units.push(
    '52p ',
    '1 of 2 covers ',
    '上',
    '上 ',
    'เล่ม1',
    '#S1 ',
    'a-b-1-',
    '3rd May ',
    'Dr.A',
    'Season 1 ',
    'May-',
    'No 3 - 043 ',
    '001 # ',
  );
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  // Six names per count, because counting is slow. A single name of quadratic time would need more than a million steps.
  for (let first = 0; first < units.length; first += 3) {
    const some = units.slice(first, first + 3);
    const names = ['.cbz', '.epub'].flatMap((extension) =>
      some.map((unit) => unit.repeat(maxNameLength).slice(0, maxNameLength - 5) + extension),
    );
    const steps = await countSteps(session, () => names.forEach(parseFileName));
    expect.soft(steps / names.length / maxNameLength, some.join('  ')).toBeLessThan(150);
    expect.soft(steps, 'the count includes the code').toBeGreaterThan(names.length * maxNameLength);
  }
  session.disconnect();
});
