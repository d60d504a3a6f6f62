// Scans in the terminal: a progress bar where there is a terminal, else a line from time to time.
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { countOf, inEnglish } from './counts.ts';
import { countColumns, emptyLine, fitColumns, type Terminal, toShownName } from './terminal.ts';

interface ScanSource {
  /** Scans that wait or run, with the names of their libraries. */
  listScans(): Promise<(ScanStatus & { libraryName: string })[]>;
  /** The last scan of a library. */
  findScan(libraryId: string): Promise<(ScanStatus & { libraryName: string }) | undefined>;
}

type NamedScan = ScanStatus & { libraryName: string };

const intervalMs = 300;
const lineEveryMs = 10_000;

export interface ScanDisplay {
  /** Shows a scan until it has ended. */
  follow(scan: Pick<ScanStatus, 'taskId' | 'libraryId'>): void;
  stop(): void;
}

export function showScans(source: ScanSource, terminal: Terminal): ScanDisplay {
  const following = new Map<string, { libraryId: string; startedMs: number; lineAtMs: number }>();
  let hasBar = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const clearBar = () => {
    if (hasBar) terminal.write(emptyLine);
    hasBar = false;
  };
  const line = (text: string) => {
    clearBar();
    terminal.write(`${text}\n`);
  };
  const follow = ({ taskId, libraryId }: Pick<ScanStatus, 'taskId' | 'libraryId'>) => {
    if (following.has(taskId)) return;
    following.set(taskId, { libraryId, startedMs: Date.now(), lineAtMs: 0 });
  };

  async function poll(): Promise<void> {
    const active = await source.listScans();
    active.forEach(follow);
    for (const [taskId, { libraryId, startedMs }] of following) {
      if (active.some((scan) => scan.taskId === taskId)) continue;
      following.delete(taskId);
      const scan = await source.findScan(libraryId);
      if (scan?.taskId === taskId) line(describeEnd(scan, Date.now() - startedMs));
    }
    const running = active.find((scan) => scan.status === 'running');
    if (running && !stopped) show(running);
  }

  function show(scan: NamedScan): void {
    const seen = following.get(scan.taskId);
    if (terminal.isTTY) {
      terminal.write(emptyLine + drawBar(scan, terminal.columns || 80));
      hasBar = true;
    } else if (seen && Date.now() - seen.lineAtMs >= lineEveryMs) {
      seen.lineAtMs = Date.now();
      line(describeProgress(scan));
    }
  }

  const next = () => {
    timer = setTimeout(() => {
      poll()
        .catch(() => {})
        .finally(() => !stopped && next());
    }, intervalMs);
    timer.unref();
  };
  next();
  return {
    follow,
    stop() {
      stopped = true;
      clearTimeout(timer);
      clearBar();
    },
  };
}

/** `Scanning Comics [#######-------]  52 %  5,210 of 10,000` within the width of the terminal. */
export function drawBar(
  {
    libraryName,
    filesProcessed,
    filesTotal,
  }: Pick<NamedScan, 'libraryName' | 'filesProcessed' | 'filesTotal'>,
  columns: number,
): string {
  const done = filesTotal > 0 ? Math.min(1, filesProcessed / filesTotal) : 0;
  const percent = String(Math.floor(done * 100)).padStart(3);
  const figures = `${percent} %  ${inEnglish(filesProcessed)} of ${inEnglish(filesTotal)}`;
  const name = fitColumns(toShownName(libraryName), 24);
  const width = Math.max(0, Math.min(40, columns - countColumns(name) - figures.length - 14));
  const filled = Math.round(done * width);
  const bar = width < 5 ? '' : `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] `;
  return fitColumns(`Scanning ${name} ${bar}${figures}`, columns - 1);
}

function describeProgress({ libraryName, filesProcessed, filesTotal }: NamedScan): string {
  const name = toShownName(libraryName);
  if (filesTotal === 0) return `Scanning ${name}`;
  return `Scanning ${name}: ${inEnglish(filesProcessed)} of ${countOf(filesTotal, 'file')}`;
}

function describeEnd(scan: NamedScan, durationMs: number): string {
  const seconds = (durationMs / 1000).toFixed(1);
  const notes = scan.errors.map((note) => `\n  ${toShownName(note)}`).join('');
  const name = toShownName(scan.libraryName);
  switch (scan.status) {
    case 'completed':
      return `${name}: ${countOf(scan.booksFound, 'book')} in ${countOf(scan.seriesFound, 'series', 'series')} (${seconds} s)${notes}`;
    case 'cancelled':
      return `${name}: the scan was cancelled${notes}`;
    default:
      return `${name}: the scan failed${notes}`;
  }
}
