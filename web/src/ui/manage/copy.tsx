// A read-only text with a copy button. The clipboard API requires HTTPS. Without it, the field is selected and copied by
// `execCommand`.
import { ActionIcon, Group, Textarea, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type FocusEvent, useRef, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const shownMs = 2_000;

async function copyText(value: string, field: Field | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return document.execCommand('copy');
  }
}

interface Props {
  label: string;
  value: string;
  description?: string;
  /** For text longer than one line, which is shown completely. */
  isLong?: boolean;
}

export function CopyField({ label, value, description, isLong = false }: Props) {
  const t = useTranslate();
  const field = useRef<Field>(null);
  const setField = (element: Field | null) => {
    field.current = element;
  };
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await copyText(value, field.current));
    window.setTimeout(() => setCopied(false), shownMs);
  };
  const props = {
    flex: 1,
    label,
    description,
    value,
    readOnly: true,
    styles: { input: { fontFamily: 'monospace' } },
    onFocus: (event: FocusEvent<Field>) => event.currentTarget.select(),
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      {isLong ? <Textarea ref={setField} autosize {...props} /> : <TextInput ref={setField} {...props} />}
      <Tooltip label={t('ui.manage.copied')} opened={isCopied} withinPortal={false}>
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t('ui.manage.copy', { what: label })}
          onClick={copy}
        >
          {isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
        </ActionIcon>
      </Tooltip>
      <span role="status" style={hidden}>
        {isCopied ? t('ui.manage.copied') : ''}
      </span>
    </Group>
  );
}

const hidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;
