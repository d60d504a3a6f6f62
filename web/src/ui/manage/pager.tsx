// Pages of a long list; nothing where there is but one.
import { Pagination } from '@mantine/core';
import { useText } from './words/index.ts';

interface Props {
  page: number;
  totalPages: number;
  onPage(page: number): void;
}

export function Pager({ page, totalPages, onPage }: Props) {
  const t = useText();
  if (totalPages < 2) return null;
  return (
    <Pagination
      component="nav"
      aria-label={t('pages')}
      value={page}
      total={totalPages}
      siblings={1}
      onChange={(next) => {
        onPage(next);
        window.scrollTo({ top: 0 });
      }}
      getItemProps={(number) => ({ 'aria-label': t('page', { page: number }) })}
      getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'nextPage' : 'previousPage') })}
    />
  );
}
