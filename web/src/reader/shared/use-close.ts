// Returns from the reader to the book page and leaves full screen.
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { exitFullScreen } from './full-screen.ts';

export function useClose(bookId: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    exitFullScreen();
    void navigate({ to: '/books/$id', params: { id: bookId } });
  }, [navigate, bookId]);
}
