// Iterates over all rows of a paged list.
import { maximumPageSize, type PageRequest } from '@lectern/contract/pagination';

export async function* everyRow<Row>(
  read: (page: PageRequest) => Promise<{ rows: readonly Row[] }>,
): AsyncGenerator<Row> {
  for (let page = 1; ; page++) {
    const { rows } = await read({ page, pageSize: maximumPageSize });
    yield* rows;
    if (rows.length < maximumPageSize) return;
  }
}

export async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
