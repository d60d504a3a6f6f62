// The languages, each by its own name: who cannot read the page finds theirs.
import { Group, UnstyledButton } from '@mantine/core';
import { type Language, languages, setLanguage, useLanguage } from '../../i18n/language.ts';
import classes from './sign-in.module.css';
import { useText } from './words/index.ts';

export function LanguageChoice() {
  const t = useText();
  const spoken = useLanguage();
  return (
    <Group component="nav" aria-label={t('language')} justify="center" gap={4}>
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
