// Prints one line per figure: name, value, reference, budget, and whether the budget is met.

export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** Upper limit of the value, or lower limit with `atLeast`. Undefined without a budget. */
  budget?: number;
  atLeast?: boolean;
  /** Reference figures, such as `reference 0.98 s`. */
  beside?: string;
  /** Explains the figure above: printed below it, and left out of docs/reference/benchmarks.md. */
  isDetail?: boolean;
}

const reported: Figure[] = [];

export function report(figure: Figure): void {
  const { name, value, unit, beside, isDetail = false } = figure;
  const parts = [
    `${isDetail ? '  ' : ''}${name}: ${format(value)} ${unit}`,
    beside && `(${beside})`,
    toVerdict(figure),
  ];
  process.stdout.write(`${parts.filter(Boolean).join('  ')}\n`);
  reported.push(figure);
}

/** Returns the figures since the last call. */
export const takeFigures = (): Figure[] => reported.splice(0);

export function toVerdict({ value, budget, atLeast = false }: Figure): string {
  if (budget === undefined) return '';
  const holds = atLeast ? value >= budget : value <= budget;
  return `${atLeast ? 'at least' : 'at most'} ${format(budget)}: ${holds ? 'holds' : 'MISSED'}`;
}

export const format = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** Returns the value below which the given part of the values is: 0.5, 0.95, 0.99. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
