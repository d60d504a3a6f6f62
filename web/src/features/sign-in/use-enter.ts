// Where one goes after signing in: to what one wanted to see, which is never another server's.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

export function useEnter(next: string): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    // Nothing that somebody else was told.
    queries.clear();
    void navigate({ href: /^\/(?![/\\])/.test(next) ? next : '/' });
  };
}
