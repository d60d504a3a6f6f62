// A polite word to who comes by an address to what their account may not see.
import { Stack, Text, Title } from '@mantine/core';
import { useText } from './words/index.ts';

export function NotYours() {
  const t = useText();
  return (
    <Stack mih="40dvh" align="center" justify="center" ta="center">
      <Title order={1} size="h3">
        {t('notYours')}
      </Title>
      <Text>{t('notYoursText')}</Text>
    </Stack>
  );
}
