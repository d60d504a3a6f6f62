// The few figures of the Prometheus text that a person wants to see.

export interface Figures {
  /** Bytes of memory; undefined where it is not told. */
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
