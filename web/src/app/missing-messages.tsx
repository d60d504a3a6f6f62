// Shown while the messages of the language cannot be loaded.
import { Center } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { loadingTexts } from '../i18n/languages.ts';
import { areMissing, subscribeMissing } from '../i18n/messages.ts';

export function MissingMessages() {
  const language = useLanguage();
  return useSyncExternalStore(subscribeMissing, areMissing) ? (
    <Center h="100dvh" p="md" role="status">
      {loadingTexts[language]}
    </Center>
  ) : null;
}
