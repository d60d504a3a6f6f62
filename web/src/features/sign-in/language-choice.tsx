// The languages by their own names, because the user may not understand the current one.
import { keysOf } from '@lectern/contract/records';
import { Group, UnstyledButton } from '@mantine/core';
import { setLanguage, useLanguage } from '../../i18n/language.ts';
import { languages } from '../../i18n/languages.ts';
import { useTranslate } from '../../i18n/translate.ts';
import classes from './sign-in.module.css';

export function LanguageChoice() {
  const t = useTranslate();
  const current = useLanguage();
  return (
    <Group component="nav" aria-label={t('signIn.language')} justify="center" gap={4}>
      {keysOf(languages).map((code) => (
        <UnstyledButton
          key={code}
          lang={code}
          className={classes.language}
          aria-pressed={code === current}
          onClick={() => setLanguage(code)}
        >
          {languages[code]}
        </UnstyledButton>
      ))}
    </Group>
  );
}
