// The frame of the sign-in pages: name, card, language.
import { Card, Center, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { toUrl } from '../../api/call.ts';
import { LanguageChoice } from './language-choice.tsx';
import classes from './sign-in.module.css';

export function Frame({ children }: { children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main" className={classes.room}>
      <Stack w="100%" maw={400} gap="md">
        <Group gap="sm" justify="center">
          <img src={toUrl('icon.svg')} width={52} height={52} alt="" />
          <Title order={1}>Lectern</Title>
        </Group>
        <Card withBorder padding="lg" shadow="md">
          {children}
        </Card>
        <LanguageChoice />
      </Stack>
    </Center>
  );
}
