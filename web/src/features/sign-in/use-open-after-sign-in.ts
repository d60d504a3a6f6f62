// Opens the page that the user wanted before signing in; addresses of other servers are ignored.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

export function useOpenAfterSignIn(next: string): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    // No data of another account is left.
    queries.clear();
    void navigate({ href: /^\/(?![/\\])/.test(next) ? next : '/' });
  };
}
