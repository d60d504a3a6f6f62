// Asks for the password of an encrypted PDF. The password is passed only to pdf.js in this browser.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import classes from '../pdf-reader.module.css';

interface Props {
  book: BookDto;
  /** The last password was wrong. */
  isWrong: boolean;
  onPassword(password: string): void;
}

export function PasswordForm({ book, isWrong, onPassword }: Props) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const [isTrying, setTrying] = useState(false);
  // A new prompt ends the loading state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new prompt
  useEffect(() => {
    setTrying(false);
    field.current?.select();
  }, [isWrong, onPassword]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTrying(true);
    onPassword(field.current?.value ?? '');
  };
  return (
    <main className={classes.locked}>
      <form onSubmit={submit} className={classes.question}>
        <Stack gap="md">
          <Group gap="xs" wrap="nowrap">
            <IconLock aria-hidden="true" />
            <Title order={1} size="h3">
              {book.title}
            </Title>
          </Group>
          <Text>{t('reader.pdf.locked')}</Text>
          <PasswordInput
            ref={field}
            data-autofocus
            autoFocus
            required
            autoComplete="off"
            label={t('reader.pdf.password')}
            error={isWrong && !isTrying ? t('reader.pdf.wrongPassword') : undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('reader.pdf.showPassword') }}
          />
          <Group justify="flex-end">
            <ButtonLink to="/books/$id" params={{ id: book.id }} variant="default">
              {t('reader.shared.closeBook')}
            </ButtonLink>
            <Button type="submit" loading={isTrying}>
              {t('reader.pdf.unlock')}
            </Button>
          </Group>
        </Stack>
      </form>
    </main>
  );
}
