// Which duplicates are asked for.

export interface Filter {
  libraryId: string | undefined;
  page: number;
}

export interface DismissibleFilter extends Filter {
  /** What was dismissed, instead of what was not. */
  dismissed: boolean;
}

export const toQuery = ({ libraryId, page }: Filter) => ({
  page,
  pageSize: 20,
  ...(libraryId && { libraryId }),
});

export const toDismissibleQuery = ({ dismissed, ...filter }: DismissibleFilter) => ({
  ...toQuery(filter),
  ...(dismissed && { dismissed: 'true' as const }),
});
