// A field with its lock.
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './editor.module.css';
import { FieldInput } from './field-input.tsx';
import type { Field } from './fields.ts';
import { OriginBadge } from './origin-badge.tsx';
import type { Editor } from './use-editor.ts';

export function LockedField({ field, editor }: { field: Field; editor: Editor }) {
  const t = useTranslate();
  const { name, kind } = field;
  const label = t(`metadata.field_${name}`);
  const isLocked = editor.isLocked(name);
  const origin = editor.origin(name);
  const isWide = ['text', 'people', 'links', 'ids', 'ratings', 'titles', 'json', 'words'].includes(kind);
  return (
    <div className={classes.field} data-wide={isWide || undefined} data-field={name}>
      <div className={classes.input}>
        <FieldInput
          field={field}
          draft={editor.draft(name)}
          fault={editor.fault(name)}
          onChange={(draft) => editor.set(name, draft)}
        />
        {origin && !editor.goesBack(name) && <OriginBadge origin={origin} />}
        {editor.goesBack(name) && (
          <Text size="xs" c="orange" aria-live="polite">
            {t('metadata.goesBack')}
          </Text>
        )}
      </div>
      <Tooltip label={t(isLocked ? 'metadata.lockedHint' : 'metadata.unlockedHint')} withinPortal>
        <ActionIcon
          variant={isLocked ? 'light' : 'subtle'}
          color={isLocked ? 'amber' : 'gray'}
          size={36}
          className={classes.lock}
          aria-label={t(isLocked ? 'metadata.unlock' : 'metadata.lock', { field: label })}
          onClick={() => editor.setLock(name, !isLocked)}
        >
          {isLocked ? <IconLock size={18} /> : <IconLockOpen size={18} />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
