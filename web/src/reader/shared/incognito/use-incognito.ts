// Incognito reading stores neither positions nor sessions. The state is part of the URL, so that it persists after a reload
// and for the next book.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';

export interface Incognito {
  isOn: boolean;
  toggle(): void;
}

export function useIncognito(): Incognito {
  const { id } = useParams({ from: '/signed-in/books/$id/read' });
  const t = useTranslate();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/books/$id/read' });
  const isOn = search.incognito === true;
  const toggle = useCallback(() => {
    const { incognito: _, ...others } = search;
    void navigate({
      to: '/books/$id/read',
      params: { id },
      search: isOn ? others : { ...others, incognito: true },
      replace: true,
    });
    showToast(t(isOn ? 'reader.shared.incognitoOff' : 'reader.shared.incognitoHint'));
  }, [t, navigate, id, search, isOn]);
  return { isOn, toggle };
}
