// Paths of files, which are rarely needed: shown on demand.
import type { ReactNode } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './shown.module.css';

export function FileInfo({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <details className={classes.more}>
      <summary>{t('metadata.fileInfo')}</summary>
      {children}
    </details>
  );
}
