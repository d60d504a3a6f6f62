// All items of a paged list.

/** Requests all pages in the largest size. */
export async function loadAll<M>(
  ask: (page: number, pageSize: number) => Promise<{ data: M[]; totalPages: number }>,
): Promise<M[]> {
  const all: M[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, totalPages } = await ask(page, 500);
    pages = totalPages;
    all.push(...data);
  }
  return all;
}
