// Opens a PDF: as text with pdf.js, or as images rendered by the server for comics, by choice, and where pdf.js fails.
// The server opens no encrypted files, so those need pdf.js.
import { IconFileText } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { useDarkStage } from '../../ui/colours.ts';
import { LoadingState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { ComicReaderPage } from '../comic/comic-reader-page.tsx';
import { BarButton } from '../shared/bars/bar-button.tsx';
import type { ReaderProps } from '../shared/reader.ts';
import { hasText } from './engine/has-text.ts';
import { type OpenListeners, type OpenPdf, openPdf } from './engine/open.ts';
import { loadPdfJs, type PdfJs } from './engine/pdf-js.ts';
import { PasswordForm } from './panels/password-form.tsx';
import { PdfReader } from './pdf-reader.tsx';
import { findView, saveView, type View } from './settings.ts';

type State =
  | { kind: 'opening' }
  | { kind: 'locked'; isWrong: boolean; answer(password: string): void }
  | { kind: 'text'; pdfJs: PdfJs; pdf: OpenPdf }
  | { kind: 'pictures'; canBeText: boolean };

/** The chosen view, else the one that suits the document. */
function useDocument({ book }: Pick<ReaderProps, 'book'>, wanted: View | undefined): State {
  const t = useTranslate();
  const [state, setState] = useState<State>({ kind: 'opening' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a book that was asked for again is the same file
  useEffect(() => {
    let open: OpenPdf | undefined;
    let isOver = false;
    let isLocked = false;
    const showPictures = () => {
      if (isOver) return;
      isOver = true;
      open?.close();
      showToast(t('reader.pdf.cannotOpen'));
      setState({ kind: 'pictures', canBeText: false });
    };
    const begin = async () => {
      // The server renders no pages of a file that it cannot open.
      if (wanted === 'pictures' && book.pageCount > 0) return setState({ kind: 'pictures', canBeText: true });
      setState({ kind: 'opening' });
      const pdfJs = await loadPdfJs();
      const onPassword: OpenListeners['onPassword'] = (asked) => {
        isLocked = true;
        if (!isOver) setState({ kind: 'locked', ...asked });
      };
      const pdf = await openPdf(pdfJs, book, { onFault: showPictures, onPassword });
      if (isOver) return pdf.close();
      open = pdf;
      const isOurs = wanted === 'text' || isLocked || book.pageCount === 0;
      const isText = isOurs || (await hasText(pdf.document));
      if (isOver) return;
      if (!isText) pdf.close();
      setState(isText ? { kind: 'text', pdfJs, pdf } : { kind: 'pictures', canBeText: true });
    };
    begin().catch(showPictures);
    return () => {
      isOver = true;
      open?.close();
    };
  }, [book.id, wanted]);
  return state;
}

export function PdfReaderPage(props: ReaderProps) {
  const t = useTranslate();
  useDarkStage();
  const { book, progressSync } = props;
  const [view, setView] = useState(() => findView(book.seriesId));
  const [startPage, setStartPage] = useState(props.startPage);
  const state = useDocument(props, view);
  const choose = (next: View, page: number | undefined) => {
    saveView(book.seriesId, next);
    setStartPage(page);
    setView(next);
  };
  if (state.kind === 'opening') return <LoadingState />;
  if (state.kind === 'locked')
    return <PasswordForm book={book} isWrong={state.isWrong} onPassword={state.answer} />;
  if (state.kind === 'text')
    return (
      <PdfReader
        book={book}
        progressSync={progressSync}
        pdfJs={state.pdfJs}
        pdf={state.pdf}
        startPage={startPage ?? progressSync.start?.currentPage ?? 1}
        {...(book.pageCount > 0 && { onPictures: (page: number) => choose('pictures', page) })}
      />
    );
  return (
    <ComicReaderPage {...props} {...(startPage !== undefined && { startPage })}>
      {state.canBeText && (
        <BarButton
          label={t('reader.pdf.asText')}
          onClick={() => choose('text', progressSync.getPosition()?.currentPage)}
        >
          <IconFileText />
        </BarButton>
      )}
    </ComicReaderPage>
  );
}
