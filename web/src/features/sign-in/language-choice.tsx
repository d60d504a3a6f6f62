// The languages, each by its own name: who cannot read the page finds theirs.
import { Group, UnstyledButton } from '@mantine/core';
import { setLanguage, useLanguage } from '../../i18n/language.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { useTranslate } from '../../i18n/translate.ts';
import classes from './sign-in.module.css';

export function LanguageChoice() {
  const t = useTranslate();
  const spoken = useLanguage();
  return (
    <Group component="nav" aria-label={t('signIn.language')} justify="center" gap={4}>
      {Object.entries(languages).map(([code, name]) => (
        <UnstyledButton
          key={code}
          lang={code}
          className={classes.language}
          aria-pressed={code === spoken}
          onClick={() => setLanguage(code as Language)}
        >
          {name}
        </UnstyledButton>
      ))}
    </Group>
  );
}
