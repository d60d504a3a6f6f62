// States that the results are those of a corrected search text, with the way back to the typed one.
import { Button, Group, Text } from '@mantine/core';
import { useTranslate } from '../../i18n/translate.ts';

interface Props {
  corrected: string;
  typed: string;
  /** Searches for the typed text without corrections. */
  onExact(): void;
}

export function CorrectedSearch({ corrected, typed, onExact }: Props) {
  const t = useTranslate();
  return (
    <Group gap="xs" my="xs" role="status">
      <Text>{t('search.corrected', { text: corrected })}</Text>
      <Button variant="subtle" size="compact-sm" mih={32} onClick={onExact}>
        {t('search.onlyTyped', { text: typed })}
      </Button>
    </Group>
  );
}
