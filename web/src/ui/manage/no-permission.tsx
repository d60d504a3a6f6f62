// Shown for a URL that the user may not open.
import { Stack, Text, Title } from '@mantine/core';
import { useTranslate } from '../../i18n/translate.ts';

export function NoPermission() {
  const t = useTranslate();
  return (
    <Stack mih="40dvh" align="center" justify="center" ta="center">
      <Title order={1} size="h3">
        {t('ui.manage.notYours')}
      </Title>
      <Text>{t('ui.manage.notYoursText')}</Text>
    </Stack>
  );
}
