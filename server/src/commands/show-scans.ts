// Scans in the terminal: a progress bar where there is a terminal, a line now and then where there is none.
import type { ScanStatus } from '@lectern/contract/scanning';

interface ScanSource {
  /** Scans that wait or run, with the names of their libraries. */
  listScans(): Promise<(ScanStatus & { libraryName: string })[]>;
  /** The last scan of a library. */
  findScan(libraryId: string): Promise<(ScanStatus & { libraryName: string }) | undefined>;
}

interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

type Shown = ScanStatus & { libraryName: string };

const lookMs = 300;
const lineEveryMs = 10_000;

export function showScans(source: ScanSource, terminal: Terminal): { stop(): void } {
  const following = new Map<string, { libraryId: string; startedMs: number; lineAtMs: number }>();
  let barLength = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const clearBar = () => {
    if (barLength > 0) terminal.write(`\r${' '.repeat(barLength)}\r`);
    barLength = 0;
  };
  const line = (text: string) => {
    clearBar();
    terminal.write(`${text}\n`);
  };

  async function look(): Promise<void> {
    const active = await source.listScans();
    for (const scan of active) {
      if (!following.has(scan.taskId))
        following.set(scan.taskId, {
          libraryId: scan.libraryId,
          startedMs: Date.now(),
          lineAtMs: Date.now(),
        });
    }
    for (const [taskId, { libraryId, startedMs }] of following) {
      if (active.some((scan) => scan.taskId === taskId)) continue;
      following.delete(taskId);
      const scan = await source.findScan(libraryId);
      if (scan?.taskId === taskId) line(describeEnd(scan, Date.now() - startedMs));
    }
    const running = active.find((scan) => scan.status === 'running');
    if (running) show(running);
  }

  function show(scan: Shown): void {
    const seen = following.get(scan.taskId);
    if (terminal.isTTY) {
      const text = drawBar(scan, terminal.columns ?? 80);
      terminal.write(`\r${text.padEnd(barLength)}`);
      barLength = text.length;
    } else if (seen && Date.now() - seen.lineAtMs >= lineEveryMs) {
      seen.lineAtMs = Date.now();
      line(`Scanning ${scan.libraryName}: ${scan.filesProcessed} of ${scan.filesTotal} files`);
    }
  }

  const next = () => {
    timer = setTimeout(() => {
      look()
        .catch(() => {})
        .finally(() => !stopped && next());
    }, lookMs);
    timer.unref();
  };
  next();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      clearBar();
    },
  };
}

/** `Scanning Comics [#######-------]  52 %  5,210 of 10,000` within the width of the terminal. */
export function drawBar(
  { libraryName, filesProcessed, filesTotal }: Pick<Shown, 'libraryName' | 'filesProcessed' | 'filesTotal'>,
  columns: number,
): string {
  const done = filesTotal > 0 ? Math.min(1, filesProcessed / filesTotal) : 0;
  const figures = `${String(Math.floor(done * 100)).padStart(3)} %  ${filesProcessed.toLocaleString('en')} of ${filesTotal.toLocaleString('en')}`;
  const name = libraryName.length > 24 ? `${libraryName.slice(0, 23)}…` : libraryName;
  const width = Math.max(10, Math.min(40, columns - name.length - figures.length - 16));
  const filled = Math.round(done * width);
  return `Scanning ${name} [${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${figures}`.slice(
    0,
    columns - 1,
  );
}

function describeEnd(scan: Shown, durationMs: number): string {
  const seconds = (durationMs / 1000).toFixed(1);
  const notes = scan.errors.map((note) => `\n  ${note}`).join('');
  switch (scan.status) {
    case 'completed':
      return `${scan.libraryName}: ${scan.booksFound.toLocaleString('en')} books in ${scan.seriesFound.toLocaleString('en')} series (${seconds} s)${notes}`;
    case 'cancelled':
      return `${scan.libraryName}: the scan was cancelled${notes}`;
    default:
      return `${scan.libraryName}: the scan failed${notes}`;
  }
}
