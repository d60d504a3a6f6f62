// Figures with their names.
import { SimpleGrid, Text } from '@mantine/core';
import classes from './charts.module.css';

export type Figure = readonly [label: string, value: string];

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} m={0}>
      {figures.map(([label, value]) => (
        <div key={label} className={classes.figure}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fz="xl" fw={700}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
