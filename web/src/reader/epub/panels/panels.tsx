// The open panel.
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { TappingChoice } from '../../shared/zones/tapping-choice.tsx';
import { saveFile, toMarkdown } from '../state/export-marks.ts';
import type { OpenBook } from '../state/use-book.ts';
import type { LookSettings } from '../state/use-look.ts';
import { toMarkTarget } from '../state/use-marks.ts';
import type { Reader } from '../state/use-reader.ts';
import { ContentsPanel } from './contents-panel.tsx';
import { HelpPanel } from './help-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import { MarksPanel } from './marks-panel.tsx';
import { SearchPanel } from './search-panel.tsx';
import { SidePanel } from './side-panel.tsx';

interface Props {
  reader: Reader;
  open: OpenBook;
  settings: LookSettings;
  isNarrow: boolean;
}

export function Panels({ reader, open, settings, isNarrow }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { state, marks, search, go, openPanel, remove } = reader;
  const { panel } = state;
  if (!panel) return null;
  const close = () => openPanel(undefined);
  const goAndClose = (...target: Parameters<typeof go>) => {
    close();
    go(...target);
  };
  const { title } = reader.book;
  const words = { title, bookmark: t('reader.epub.bookmark'), percent: format.percent };
  return (
    <SidePanel title={t(`reader.epub.${panel}`)} isNarrow={isNarrow} onClose={close}>
      {panel === 'contents' && (
        <ContentsPanel book={open.book} current={state.shown?.entry} onGo={(url) => goAndClose({ url })} />
      )}
      {panel === 'search' && <SearchPanel search={search} onGo={(locator) => goAndClose({ locator })} />}
      {panel === 'marks' && (
        <MarksPanel
          marks={marks.all}
          onGo={(mark) => goAndClose(toMarkTarget(mark))}
          onRemove={remove}
          onExport={() => saveFile(`${title}.md`, toMarkdown(marks.all, words))}
        />
      )}
      {panel === 'look' && (
        <LookPanel settings={settings} isFixed={open.book.isFixed}>
          <TappingChoice
            tapping={reader.tapping}
            onChange={reader.changeTapping}
            onShow={() => {
              close();
              reader.dispatch({ type: 'popup', popup: { kind: 'zones' } });
            }}
          />
        </LookPanel>
      )}
      {panel === 'help' && <HelpPanel />}
    </SidePanel>
  );
}
