import { expect, test } from 'vitest';
import { readFigures } from './prometheus.ts';

test('reads memory and start time of the process', () => {
  const text =
    '# HELP process_resident_memory_bytes Memory.\nprocess_resident_memory_bytes 1.5e8\nprocess_start_time_seconds 1700000000\n';
  expect(readFigures(text)).toEqual({ memory: 150_000_000, startedAtMs: 1_700_000_000_000 });
  expect(readFigures('')).toEqual({ memory: undefined, startedAtMs: undefined });
});
