// Shows dismissed entries instead of open ones.
import { Switch } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';

export function DismissedSwitch(props: { checked: boolean; onChange(checked: boolean): void }) {
  const t = useTranslate();
  return (
    <Switch
      label={t('administration.duplicates.dismissed')}
      checked={props.checked}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
