// The data of a chart as a table. Rendered when it is opened.
import { type ReactNode, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';

export function TableAlternative({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('statistics.asTable')}</summary>
      {isOpen && children}
    </details>
  );
}
