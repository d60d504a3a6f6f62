// How many books libraries have in the benches that show how a cost grows; `LECTERN_BENCH_SIZES=10000,100000` measures
// fewer.
export const sizes: readonly number[] = (process.env.LECTERN_BENCH_SIZES ?? '10000,100000,1000000')
  .split(',')
  .map(Number);
