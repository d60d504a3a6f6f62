// The keyboard shortcuts outside the readers, and a switch that disables letters.
import { Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { type KeyRow, KeyTable } from '../../ui/key-table.tsx';
import { areLettersOn, setLettersOn } from '../../ui/shortcuts.ts';
import { destinationKeys } from './destination-keys.ts';

export function KeysHelp({ onClose }: { onClose(): void }) {
  const t = useTranslate();
  const [areOn, setOn] = useState(areLettersOn);
  const rows: KeyRow[] = [
    [['?'], t('app.keys.help')],
    [['/', 'Ctrl K'], t('app.keys.search')],
    ...destinationKeys.map(({ key, label }): KeyRow => [['g', key], t(label)]),
    [['x'], t('app.keys.select')],
    [['Ctrl A'], t('app.keys.selectAll')],
    [['Esc'], t('app.keys.clear')],
    [['e'], t('app.keys.edit')],
    [['⇧ F10'], t('app.keys.menu')],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('app.keys.title')}
      closeButtonProps={{ 'aria-label': t('app.keys.close') }}
    >
      <Stack>
        <KeyTable rows={rows} />
        <Text size="sm">{t('app.keys.inReaders')}</Text>
        <Switch
          label={t('app.keys.lettersOn')}
          checked={areOn}
          onChange={({ currentTarget: { checked } }) => {
            setOn(checked);
            setLettersOn(checked);
          }}
        />
      </Stack>
    </Modal>
  );
}
