import { expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { drawBar, showScans } from './show-scans.ts';
import { countColumns, fitColumns, toShownName } from './terminal.ts';

const scan = { libraryName: 'Comics', filesProcessed: 5_210, filesTotal: 10_000 };

test('a bar shows how far a scan is, in figures that people read', () => {
  expect(drawBar(scan, 80)).toMatch(/^Scanning Comics \[#{17,20}-{15,20}\] {2}52 % {2}5,210 of 10,000$/);
  expect(drawBar({ ...scan, filesProcessed: 0, filesTotal: 0 }, 80)).toMatch(/ 0 % {2}0 of 0$/);
});

test.each([200, 80, 60, 40, 20, 5])(
  'a bar fits into %i columns whatever the library is called',
  (columns) => {
    for (const libraryName of ['A', '漫画'.repeat(60), 'e\u0301'.repeat(200), '😀'.repeat(50)]) {
      expect(countColumns(drawBar({ ...scan, libraryName }, columns))).toBeLessThan(columns);
    }
  },
);

test('a folder name cannot command the terminal', () => {
  expect(toShownName('a\u001b[2Jb\rc\u202ed')).toBe('a?[2Jb?c?d');
  expect(drawBar({ ...scan, libraryName: '\u001b[2J' }, 80)).not.toContain('\u001b');
});

test('a text that is too long ends in an ellipsis', () => {
  expect(fitColumns('abcdef', 6)).toBe('abcdef');
  expect(fitColumns('abcdefg', 6)).toBe('abcde…');
  expect(fitColumns('漫画漫画', 6)).toBe('漫画…');
});

/** What a scan looks like that was over before anybody looked. */
async function showFinished(terminal: { isTTY?: boolean }): Promise<string> {
  const parts: string[] = [];
  const status = {
    libraryId: 'l',
    taskId: 't',
    status: 'completed' as const,
    filesTotal: 2,
    filesProcessed: 2,
    seriesFound: 1,
    booksFound: 2,
    errors: ['a\u001bb cannot be read'],
    notes: [],
    startedAt: '',
    completedAt: '',
    libraryName: 'Comics',
  };
  const source = { listScans: async () => [], findScan: async () => status };
  const display = showScans(source, { ...terminal, write: (part) => parts.push(part) });
  display.follow(status);
  await until(() => parts.length > 0);
  display.stop();
  return parts.join('');
}

test('a scan that ends at once is told all the same, with its faults', async () => {
  expect(await showFinished({})).toMatch(
    /^Comics: 2 books in 1 series \(\d+\.\d s\)\n {2}a\?b cannot be read\n$/,
  );
});
