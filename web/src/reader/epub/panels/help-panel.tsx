// Keys and gestures of the reader.
import { Kbd, List, Stack, Table } from '@mantine/core';
import { useText } from '../words/index.ts';

export function HelpPanel() {
  const t = useText();
  const keys: [string[], string][] = [
    [['←', '→'], t('keyTurn')],
    [['Space', '⇧ Space', '↓', '↑'], t('keyNext')],
    [['Home', 'End'], t('keyEnds')],
    [['m', 'f'], t('keyBars')],
    [['t', '/', 'n', 's', 'b'], t('keyPanels')],
    [['⌫'], t('keyBack')],
    [['Esc'], t('keyClose')],
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
        {[t('gestureTap'), t('gestureSwipe'), t('gestureHold')].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  );
}
