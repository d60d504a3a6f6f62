// `--table`: writes the figures of a bench as a section of docs/reference/benchmarks.md, replacing the previous figures.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { postgresServer } from '../program/sizes.ts';
import { type Figure, format, toVerdict } from './report.ts';

const file = join(import.meta.dirname, '../../../docs/reference/benchmarks.md');
const database = postgresServer === undefined ? 'SQLite' : 'PostgreSQL';

const head = `# Benchmarks

Each figure of a run is next to its reference, if it has one. Compare ratios between machines, not figures.
\`npm run bench -- all\` writes all sections, and \`npm run bench -- <name> --table\` one section, on either database
(\`LECTERN_BENCH_POSTGRES=postgres://…\`).
`;

export function writeTable(bench: string, figures: readonly Figure[]): void {
  const title = `## ${bench}, ${database}`;
  const [before, ...sections] = (existsSync(file) ? readFileSync(file, 'utf8') : head).split(/^(?=## )/m);
  const others = sections
    .filter((section) => !section.startsWith(`${title}\n`))
    .map((section) => section.trimEnd());
  const all = [...others, `${title}\n\n${toMachine()}\n\n${toRows(figures)}`];
  writeFileSync(file, `${[before?.trimEnd(), ...all.sort()].join('\n\n')}\n`);
  execFileSync('biome', ['format', '--write', file], { stdio: 'ignore' });
}

function toMachine(): string {
  const [{ model = 'unknown' } = {}] = cpus();
  const memoryGb = Math.round(totalmem() / 1024 ** 3);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node.js ${process.version}, ${cpus().length} × ${model}, ${memoryGb} GiB.`;
}

function toRows(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, beside = '' } = figure;
    return `| ${[name, `${format(value)} ${unit}`, beside, toVerdict(figure)].join(' | ')} |`;
  });
  return ['| Figure | Value | Reference | Budget |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
