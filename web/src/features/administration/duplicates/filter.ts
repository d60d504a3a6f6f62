// Which duplicates are asked for.

export interface Filter {
  libraryId: string | undefined;
  page: number;
}

export const toQuery = ({ libraryId, page }: Filter) => ({
  page,
  pageSize: 20,
  ...(libraryId && { libraryId }),
});
