// Goes to a page by its label in the printed book, which can be a non-number.
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Entry, findPrintedPage } from '../book/book.ts';

interface Props {
  pageList: readonly Entry[];
  /** The printed page on the screen. */
  current: string | undefined;
  onGo(url: string): void;
}

export function PrintedPage({ pageList, current = '', onGo }: Props) {
  const t = useTranslate();
  const [value, setValue] = useState(current);
  const [missing, setMissing] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findPrintedPage(pageList, value);
    if (found) onGo(found.url);
    else setMissing(value.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group wrap="nowrap" align="start" mb="md">
        <TextInput
          style={{ flex: 1 }}
          data-autofocus
          label={t('reader.epub.printedPage')}
          value={value}
          onChange={({ currentTarget }) => {
            setValue(currentTarget.value);
            setMissing(undefined);
          }}
          onFocus={({ currentTarget }) => currentTarget.select()}
          error={missing !== undefined && t('reader.epub.noPrintedPage', { page: missing })}
          maxLength={50}
          required
          withAsterisk={false}
        />
        {/* Next to the field; its label is above. */}
        <Button type="submit" variant="default" mt="1.55rem">
          {t('reader.epub.goToPrinted')}
        </Button>
      </Group>
    </form>
  );
}
