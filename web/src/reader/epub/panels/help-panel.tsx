// Keys and gestures of the EPUB reader.
import { List, Stack } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { type KeyRow, KeyTable } from '../../../ui/key-table.tsx';

export function HelpPanel() {
  const t = useTranslate();
  const rows: KeyRow[] = [
    [['←', '→'], t('reader.epub.keyTurn')],
    [['Space', '⇧ Space', '↓', '↑'], t('reader.epub.keyNext')],
    [['Home', 'End'], t('reader.epub.keyEnds')],
    [['m', 'f'], t('reader.epub.keyBars')],
    [['t', '/', 'n', 's', 'b'], t('reader.epub.keyPanels')],
    [['r', 'p'], t('reader.epub.keySpeech')],
    [['i'], t('reader.shared.incognito')],
    [['⌫'], t('reader.epub.keyBack')],
    [['Esc'], t('reader.epub.keyClose')],
  ];
  return (
    <Stack>
      <KeyTable rows={rows} />
      <List size="sm">
        {[t('reader.epub.gestureTap'), t('reader.epub.gestureSwipe'), t('reader.epub.gestureHold')].map(
          (line) => (
            <List.Item key={line}>{line}</List.Item>
          ),
        )}
      </List>
    </Stack>
  );
}
