// One file: destination, progress, error and buttons.
import { isKeyOf } from '@lectern/contract/records';
import { ActionIcon, Badge, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { describeFault } from './describe-fault.ts';
import { type Item, isUnderWay, pause, remove, start } from './queue.ts';
import classes from './uploads.module.css';

const colours = { done: 'green', failed: 'red', refused: 'red' } as const;

export function UploadRow({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const { id, file, target, state, sentBytes, fault, duplicates } = item;
  const share = file.size === 0 ? 0 : sentBytes / file.size;
  const colour = isKeyOf(colours, state) ? colours[state] : 'gray';
  const isDone = state === 'done';
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <Stack gap={2} miw={0} flex={1}>
          <Text fw={500} className={classes.path}>
            {target}
          </Text>
          <Group gap="xs">
            <Badge color={colour} variant="light">
              {t(`uploads.state_${state}`)}
            </Badge>
            <Text size="sm" c="dimmed">
              {sentBytes > 0 && !isDone
                ? t('uploads.sent', { sent: format.size(sentBytes), size: format.size(file.size) })
                : format.size(file.size)}
            </Text>
          </Group>
          {fault !== undefined && (
            <Text size="sm" c="red" role="alert">
              {describeFault(fault)}
            </Text>
          )}
          {duplicates.length > 0 && !isDone && <Duplicates books={duplicates} />}
        </Stack>
        <Group gap={4} wrap="nowrap">
          {isUnderWay(item) && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('uploads.pauseNamed', { name: target })}
              onClick={() => pause([id])}
            >
              <IconPlayerPause size={18} />
            </ActionIcon>
          )}
          {(state === 'ready' || state === 'paused' || state === 'failed') && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t(state === 'failed' ? 'uploads.againNamed' : 'uploads.startNamed', {
                name: target,
              })}
              onClick={() => start([id])}
            >
              {state === 'failed' ? <IconRefresh size={18} /> : <IconPlayerPlay size={18} />}
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('uploads.removeNamed', { name: target })}
            onClick={() => remove([id])}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </Group>
      {(state === 'sending' || (sentBytes > 0 && !isDone)) && (
        <Progress
          mt="xs"
          value={share * 100}
          aria-label={t('uploads.progressNamed', { name: target })}
          color={state === 'failed' ? 'red' : 'amber'}
        />
      )}
    </Card>
  );
}

function Duplicates({ books }: { books: Item['duplicates'] }) {
  const t = useTranslate();
  return (
    <Text size="sm" c="dimmed">
      {t('uploads.sameAs')}{' '}
      {books.map(({ bookId, title }, index) => (
        <span key={bookId}>
          {index > 0 && ', '}
          <AnchorLink to="/books/$id" params={{ id: bookId }} underline="always">
            {title}
          </AnchorLink>
        </span>
      ))}
    </Text>
  );
}
