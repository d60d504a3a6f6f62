// `--table`: writes the figures of a bench into its section of docs/reference/benchmarks.md. Its rows replace the
// previous rows of the bench; the text of the section stays.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresServer } from '../program/sizes.ts';
import { type Figure, format, toVerdict } from './report.ts';

const file = join(import.meta.dirname, '../../../docs/reference/benchmarks.md');
const head = [
  '| Figure | Value | Reference | Budget | Bench | Measured |',
  '| --- | --- | --- | --- | --- | --- |',
];

/** The heading of the section of each bench. */
const sectionOf: Record<string, string> = {
  scan: 'Scans',
  'first-scan': 'Scans',
  formats: 'Formats',
  pages: 'Pages',
  start: 'Start',
  packaged: 'Start',
  list: 'Lists',
  search: 'Search',
  feeds: 'Feeds',
  reads: 'Reading during a scan',
  memory: 'Memory',
  import: 'Imports',
  matching: 'Matching',
  web: 'Web client',
};

export function writeTable(bench: string, figures: readonly Figure[]): void {
  const heading = sectionOf[bench];
  if (heading === undefined) return;
  const title = postgresServer === undefined ? bench : `${bench}, PostgreSQL`;
  const sections = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const written = sections.map((section) =>
    section.startsWith(`## ${heading}\n`) ? replaceRows(section, title, toRows(title, figures)) : section,
  );
  writeFileSync(file, written.join(''));
  execFileSync('biome', ['format', '--write', file], { stdio: 'ignore' });
}

function replaceRows(section: string, title: string, rows: readonly string[]): string {
  const lines = section.trimEnd().split('\n');
  const isRow = (line: string) => line.startsWith('|');
  const kept = lines.filter((line) => isRow(line) && toBench(line) !== title).slice(head.length);
  const text = lines.filter((line) => !isRow(line)).join('\n');
  return `${text.trimEnd()}\n\n${[...head, ...kept, ...rows].join('\n')}\n\n`;
}

const toBench = (row: string): string | undefined => row.split('|').at(-3)?.trim();

function toRows(title: string, figures: readonly Figure[]): string[] {
  const day = new Date().toISOString().slice(0, 10);
  return figures
    .filter(({ isDetail }) => !isDetail)
    .map((figure) => {
      const { name, value, unit, beside = '' } = figure;
      const cells = [name, `${format(value)} ${unit}`, beside, toVerdict(figure), title, day];
      return `| ${cells.join(' | ')} |`;
    });
}
