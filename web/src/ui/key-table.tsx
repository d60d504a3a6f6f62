// Keys and their effects.
import { Kbd, Table } from '@mantine/core';

export type KeyRow = [keys: string[], effect: string];

export const KeyTable = ({ rows }: { rows: readonly KeyRow[] }) => (
  <Table>
    <Table.Tbody>
      {rows.map(([keys, effect]) => (
        <Table.Tr key={effect}>
          <Table.Th scope="row" w="35%">
            {keys.map((key) => (
              <Kbd key={key} mr={4}>
                {key}
              </Kbd>
            ))}
          </Table.Th>
          <Table.Td>{effect}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
