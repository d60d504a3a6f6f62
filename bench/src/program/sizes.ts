// Environment variables of the benches that show how a cost grows: `LECTERN_BENCH_SIZES=10000,100000` sets the numbers
// of books. `LECTERN_BENCH_POSTGRES=postgres://…` is a server on which lists and search are measured instead of SQLite,
// in a new database.
export const sizes: readonly number[] = (process.env.LECTERN_BENCH_SIZES ?? '10000,100000,1000000')
  .split(',')
  .map(Number);

export const postgresServer: string | undefined = process.env.LECTERN_BENCH_POSTGRES;
