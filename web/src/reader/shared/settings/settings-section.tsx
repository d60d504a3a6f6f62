// A titled section of reader settings.
import { Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './settings-section.module.css';

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Text id={id} component="h3" size="md" fw={700} mb="xs">
        {title}
      </Text>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}
