// The switch for incognito reading.
import { Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { SwitchInput } from '../settings/inputs.tsx';
import { useIncognito } from './use-incognito.ts';

export function IncognitoInput() {
  const t = useTranslate();
  const { isOn, toggle } = useIncognito();
  return (
    <div>
      <SwitchInput label={t('reader.shared.incognito')} value={isOn} onChange={toggle} />
      <Text size="xs" c="dimmed" mt={4}>
        {t('reader.shared.incognitoHint')}
      </Text>
    </div>
  );
}
