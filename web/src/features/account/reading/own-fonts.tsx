// The user's uploaded fonts: list, upload, removal.
import type { Font } from '@lectern/contract/reading/fonts';
import { Button, FileButton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { fontFiles, ownFonts, readFontFile } from '../../../api/fonts.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { addOwnFont } from '../../../offline/add-font.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';

export function OwnFonts() {
  const t = useTranslate();
  const { data = [], error, refetch } = useQuery(ownFonts);
  const { act, isBusy } = useAction(ownFonts.queryKey);
  const add = (file: File | null) =>
    file && act({ work: () => addOwnFont(file), done: ({ name }) => t('reader.epub.fontAdded', { name }) });
  return (
    <PageSection title={t('account.reading.fonts')} text={t('account.reading.fontsText')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Rows label={t('account.reading.fonts')}>
        {data.map((font) => (
          <FontRow key={font.id} font={font} />
        ))}
      </Rows>
      <FileButton accept={fontFiles} onChange={add}>
        {(props) => (
          <Button variant="default" w="fit-content" loading={isBusy} {...props}>
            {t('reader.epub.fontAdd')}
          </Button>
        )}
      </FileButton>
    </PageSection>
  );
}

function FontRow({ font: { id, name, format: fileFormat, sizeBytes } }: { font: Font }) {
  const t = useTranslate();
  const format = useFormat();
  const { runAction } = useAction(ownFonts.queryKey);
  const remove = () =>
    openConfirmation({
      title: t('account.reading.fontRemoveTitle', { name }),
      text: t('account.reading.fontRemoveText'),
      action: t('account.reading.fontRemove'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/user/fonts/{id}', { params: { id } }),
          done: t('account.reading.fontRemoved', { name }),
        }),
    });
  return (
    <Row
      title={name}
      lines={[`${fileFormat.toUpperCase()} · ${format.size(sizeBytes)}`]}
      actions={
        <Button
          variant="default"
          aria-label={t('account.reading.fontRemoveNamed', { name })}
          onClick={remove}
        >
          {t('account.reading.fontRemove')}
        </Button>
      }
    >
      <Sample fontId={id} />
    </Row>
  );
}

/** A sample sentence in the font. The font is loaded from its bytes, so that the content security policy needs no exception. */
function Sample({ fontId }: { fontId: string }) {
  const t = useTranslate();
  const family = `own-${fontId}`;
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  useEffect(() => {
    let face: FontFace | undefined;
    let isOver = false;
    const load = async () => {
      const bytes = await (await readFontFile(fontId)).arrayBuffer();
      const loaded = await new FontFace(family, bytes).load();
      if (isOver) return;
      face = loaded;
      document.fonts.add(loaded);
      setState('there');
    };
    load().catch(() => !isOver && setState('failed'));
    return () => {
      isOver = true;
      if (face) document.fonts.delete(face);
    };
  }, [fontId, family]);
  if (state === 'failed')
    return (
      <Text size="sm" c="red" mt="xs">
        {t('account.reading.fontUnusable')}
      </Text>
    );
  return (
    <Text size="lg" mt="xs" style={{ fontFamily: `"${family}"`, opacity: state === 'there' ? 1 : 0 }}>
      {t('account.reading.fontSample')}
    </Text>
  );
}
