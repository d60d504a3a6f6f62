// Opens the page that the user requested before signing in. Ignores URLs of other servers.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

export function useOpenAfterSignIn(next: string): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    // Removes all data of another account.
    queries.clear();
    void navigate({ href: /^\/(?![/\\])/.test(next) ? next : '/' });
  };
}
