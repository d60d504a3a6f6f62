// A dialog to go to a page by its number.
import { Button, Group, Modal, NumberInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';

interface Props {
  count: number;
  page: number;
  isOpen: boolean;
  /** The reader handles Escape. */
  isClosedByReader?: boolean;
  /** Called when the dialog closes. */
  onPage(page: number): void;
  onClose(): void;
  /** Alternative inputs, shown first. */
  children?: ReactNode;
}

export function GoToPage({
  count,
  page,
  isOpen,
  isClosedByReader = false,
  onPage,
  onClose,
  children,
}: Props) {
  const t = useTranslate();
  const go = (wanted: number) => {
    onClose();
    onPage(wanted);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('reader.comic.goToPage')}
      size="xs"
      lockScroll={false}
      closeOnEscape={!isClosedByReader}
      closeButtonProps={{ 'aria-label': t('reader.comic.close') }}
    >
      {children}
      <Form count={count} page={page} isFirst={!children} onPage={go} />
    </Modal>
  );
}

type FormProps = Pick<Props, 'count' | 'page' | 'onPage'> & { isFirst: boolean };

function Form({ count, page, isFirst, onPage }: FormProps) {
  const t = useTranslate();
  const [value, setValue] = useState<number | string>(page);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(value);
    if (Number.isInteger(wanted) && wanted >= 1) onPage(Math.min(wanted, count));
  };
  return (
    <form onSubmit={submit}>
      <Group wrap="nowrap" align="end">
        <NumberInput
          style={{ flex: 1 }}
          data-autofocus={isFirst || undefined}
          label={t('reader.comic.page')}
          min={1}
          max={count}
          allowDecimal={false}
          allowNegative={false}
          value={value}
          onChange={setValue}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button type="submit">{t('reader.comic.go')}</Button>
      </Group>
    </form>
  );
}
