// A private note about a series.
import { Button, Group, Text, Textarea } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';

/** Same limit as in the contract (ratings). */
const maxLength = 5_000;

interface Props {
  /** Empty without a note. */
  text: string;
  onSave(text: string): void;
}

export function Note({ text, onSave }: Props) {
  const t = useTranslate();
  const [draft, setDraft] = useState<string>();
  if (draft !== undefined)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setDraft(undefined);
          if (draft.trim() !== text) onSave(draft.trim());
        }}
      >
        <Textarea
          mt="xs"
          maw={560}
          label={t('ratings.note')}
          description={t('ratings.noteHint')}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={maxLength}
          autoFocus
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && setDraft(undefined)}
        />
        <Group gap="xs" mt="xs">
          <Button type="submit" size="xs">
            {t('ratings.save')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setDraft(undefined)}>
            {t('ratings.cancel')}
          </Button>
        </Group>
      </form>
    );
  return (
    <>
      {text && (
        <Text size="sm" mt={4} maw="75ch" dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml={-8}
        mt={4}
        leftSection={<IconNote size={16} />}
        onClick={() => setDraft(text)}
      >
        {t(text ? 'ratings.changeNote' : 'ratings.addNote')}
      </Button>
    </>
  );
}
