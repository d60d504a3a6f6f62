// Typeface selection: the publisher's, the bundled and the uploaded ones.
import { FileButton, Group, Select, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fontFiles, ownFonts } from '../../../api/fonts.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { addOwnFont } from '../../../offline/add-font.ts';
import { useAction } from '../../../ui/use-action.ts';
import { type Appearance, defaultAppearance } from '../appearance/appearance.ts';
import type { AppearanceSettings } from '../state/use-appearance.ts';
import classes from './font-select.module.css';

interface Choice {
  value: Appearance['font'];
  label: string;
}

export function FontSelect({ settings: { appearance, change } }: { settings: AppearanceSettings }) {
  const t = useTranslate();
  const { data: own = [], isPending } = useQuery(ownFonts);
  const bundled: Choice[] = [
    { value: 'publisher', label: t('reader.epub.fontPublisher') },
    { value: 'serif', label: t('reader.epub.fontSerif') },
    { value: 'sans', label: t('reader.epub.fontSans') },
    { value: 'hyperlegible', label: 'Atkinson Hyperlegible' },
    { value: 'dyslexic', label: t('reader.epub.fontDyslexic') },
    { value: 'mono', label: t('reader.epub.fontMono') },
  ];
  const added: Choice[] = own.map(({ id, name }) => ({ value: `own:${id}`, label: name }));
  const data = [...bundled, ...added];
  // Shows no selection until the user's fonts are loaded.
  const unknown = isPending ? null : defaultAppearance.font;
  const value = data.find((one) => one.value === appearance.font)?.value ?? unknown;
  return (
    <div>
      <Select
        label={t('reader.epub.font')}
        data={added.length > 0 ? [...bundled, { group: t('reader.epub.fontOwn'), items: added }] : bundled}
        value={value}
        onChange={(chosen) =>
          change({ font: data.find((one) => one.value === chosen)?.value ?? defaultAppearance.font })
        }
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <AddFont onAdded={(id) => change({ font: `own:${id}` })} />
    </div>
  );
}

/** Applies the font immediately. */
function AddFont({ onAdded }: { onAdded(id: string): void }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const { act, isBusy } = useAction(ownFonts.queryKey);
  const add = (file: File | null) =>
    file &&
    act({
      work: () => addOwnFont(file),
      done: ({ id, name }) => {
        void queries.ensureQueryData(ownFonts).then(() => onAdded(id));
        return t('reader.epub.fontAdded', { name });
      },
    });
  return (
    <Group justify="flex-end">
      <FileButton accept={fontFiles} onChange={add}>
        {(props) => (
          <UnstyledButton {...props} className={classes.add} disabled={isBusy}>
            {t('reader.epub.fontAdd')}
          </UnstyledButton>
        )}
      </FileButton>
    </Group>
  );
}
