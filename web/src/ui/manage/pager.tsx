// Page numbers of a long list. Renders nothing for a single page.
import { Pagination } from '@mantine/core';
import { useTranslate } from '../../i18n/translate.ts';

interface Props {
  page: number;
  totalPages: number;
  onPage(page: number): void;
}

export function Pager({ page, totalPages, onPage }: Props) {
  const t = useTranslate();
  if (totalPages < 2) return null;
  return (
    <Pagination
      component="nav"
      aria-label={t('ui.manage.pages')}
      value={page}
      total={totalPages}
      siblings={1}
      onChange={(next) => {
        onPage(next);
        window.scrollTo({ top: 0 });
      }}
      getItemProps={(number) => ({ 'aria-label': t('ui.manage.page', { page: number }) })}
      getControlProps={(control) => ({
        'aria-label': t(control === 'next' ? 'ui.manage.nextPage' : 'ui.manage.previousPage'),
      })}
    />
  );
}
