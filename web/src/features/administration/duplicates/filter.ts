// The filter of the duplicates page.

export interface Filter {
  libraryId: string | undefined;
  page: number;
}

export interface DismissibleFilter extends Filter {
  /** Dismissed entries instead of open ones. */
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
