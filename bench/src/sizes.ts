// What the benches that show how a cost grows are told by the environment: `LECTERN_BENCH_SIZES=10000,100000`, how many
// books libraries have; `LECTERN_BENCH_POSTGRES=postgres://…`, a server on which to measure lists and search instead of
// SQLite, in a database of their own.
export const sizes: readonly number[] = (process.env.LECTERN_BENCH_SIZES ?? '10000,100000,1000000')
  .split(',')
  .map(Number);

export const postgresServer: string | undefined = process.env.LECTERN_BENCH_POSTGRES;
