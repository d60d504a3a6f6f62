// The kind of a library, as cards with icons.
import type { LibraryKind } from '@lectern/contract/libraries/library-kinds';
import { keysOf } from '@lectern/contract/records';
import { Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { KindIcon } from '../place/library-icon.tsx';
import { choices } from '../strategies.ts';

interface Props {
  value: LibraryKind;
  onChange(kind: LibraryKind): void;
}

const kinds = keysOf(choices.kinds);

export function KindField({ value, onChange }: Props) {
  const t = useTranslate();
  return (
    <Radio.Group
      label={t('libraries.kindQuestion')}
      description={t('libraries.kindSets')}
      value={value}
      onChange={(chosen) => {
        const kind = kinds.find((one) => one === chosen);
        if (kind) onChange(kind);
      }}
    >
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt="xs">
        {kinds.map((kind) => (
          <Radio.Card key={kind} value={kind} p="sm" aria-label={t(choices.kinds[kind])}>
            <Group gap="xs" wrap="nowrap">
              <Radio.Indicator />
              <KindIcon kind={kind} size={20} />
              <Text size="sm" fw={600}>
                {t(choices.kinds[kind])}
              </Text>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
