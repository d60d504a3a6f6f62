// The incognito indicator: a text in the top bar, or a small icon when the bar is hidden.
import { IconSpy } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './incognito-sign.module.css';

const useIsIncognito = (): boolean => useSearch({ strict: false }).incognito === true;

export function IncognitoSign() {
  const t = useTranslate();
  if (!useIsIncognito()) return null;
  return (
    <span className={classes.sign} title={t('reader.shared.incognitoHint')}>
      <IconSpy size={20} aria-hidden="true" />
      <span className={classes.words}>{t('reader.shared.incognito')}</span>
    </span>
  );
}

/** Shown over the pages while the bar is hidden. */
export function IncognitoMark() {
  const t = useTranslate();
  if (!useIsIncognito()) return null;
  return (
    <output className={classes.mark} data-incognito="">
      <IconSpy size={16} aria-hidden="true" />
      <span className={classes.hidden}>{t('reader.shared.incognito')}</span>
    </output>
  );
}
