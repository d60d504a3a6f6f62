// Reads values from metrics in the Prometheus text format.

export interface Figures {
  /** In bytes. Undefined if the metric is missing. */
  memory: number | undefined;
  startedAtMs: number | undefined;
}

function find(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  const value = Number(line?.split(' ')[1]);
  return line !== undefined && Number.isFinite(value) ? value : undefined;
}

export function readFigures(text: string): Figures {
  const startedAt = find(text, 'process_start_time_seconds');
  return {
    memory: find(text, 'process_resident_memory_bytes'),
    startedAtMs: startedAt === undefined ? undefined : startedAt * 1000,
  };
}
