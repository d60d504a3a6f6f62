// The open panel.
import { toMarkdown } from '@lectern/contract/reading/annotation-markdown';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { downloadText } from '../../../ui/markdown/download-text.ts';
import { toAnnotationTarget } from '../../shared/annotations/use-annotations.ts';
import { SidePanel } from '../../shared/panel/side-panel.tsx';
import { AnnotationsPanel } from '../../shared/popups/annotations-panel.tsx';
import { TappingChoice } from '../../shared/zones/tapping-choice.tsx';
import type { AppearanceSettings } from '../state/use-appearance.ts';
import type { OpenBook } from '../state/use-book.ts';
import type { Reader } from '../state/use-reader.ts';
import { AppearancePanel } from './appearance-panel.tsx';
import { ContentsPanel } from './contents-panel.tsx';
import { HelpPanel } from './help-panel.tsx';
import { SearchPanel } from './search-panel.tsx';
import { SpeechPanel } from './speech-panel.tsx';

interface Props {
  reader: Reader;
  open: OpenBook;
  settings: AppearanceSettings;
}

export function Panels({ reader, open, settings }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { state, annotations, search, go, openPanel, remove } = reader;
  const { panel } = state;
  if (!panel) return null;
  const close = () => openPanel(undefined);
  const goAndClose = (...target: Parameters<typeof go>) => {
    close();
    go(...target);
  };
  const { title } = reader.book;
  const words = {
    title,
    bookmark: t('reader.epub.bookmark'),
    percent: format.percent,
    page: (page: number) => t('reader.epub.pageOf', { page: String(page) }),
  };
  if (panel === 'look')
    return (
      <SidePanel title={t('reader.epub.look')} closeLabel={t('reader.epub.closePanel')} onClose={close}>
        <AppearancePanel settings={settings} isFixed={open.book.isFixed} speech={reader.speech}>
          <TappingChoice
            tapping={reader.tapping}
            onChange={reader.changeTapping}
            onShow={() => {
              close();
              reader.dispatch({ type: 'popup', popup: { kind: 'zones' } });
            }}
          />
        </AppearancePanel>
      </SidePanel>
    );
  return (
    <SidePanel
      title={t(`reader.epub.${panel}`)}
      closeLabel={t('reader.epub.closePanel')}
      isShort={panel === 'speech'}
      onClose={close}
    >
      {panel === 'contents' && (
        <ContentsPanel book={open.book} current={state.shown?.entry} onGo={(url) => goAndClose({ url })} />
      )}
      {panel === 'search' && <SearchPanel search={search} onGo={(locator) => goAndClose({ locator })} />}
      {panel === 'marks' && (
        <AnnotationsPanel
          annotations={annotations.all}
          nothing={t('reader.epub.noMarks')}
          onGo={(mark) => goAndClose(toAnnotationTarget(mark))}
          onRemove={remove}
          onExport={() => downloadText(`${title}.md`, toMarkdown(annotations.all, words))}
        />
      )}
      {panel === 'speech' && <SpeechPanel speech={reader.speech} />}
      {panel === 'help' && <HelpPanel />}
    </SidePanel>
  );
}
