// Keys and gestures of the EPUB reader.
import { Kbd, List, Stack, Table } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';

export function HelpPanel() {
  const t = useTranslate();
  const keys: [string[], string][] = [
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
      <Table>
        <Table.Tbody>
          {keys.map(([names, meaning]) => (
            <Table.Tr key={meaning}>
              <Table.Th scope="row" w="35%">
                {names.map((name) => (
                  <Kbd key={name} mr={4}>
                    {name}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
