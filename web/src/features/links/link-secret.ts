// The secret of a link. It is in the fragment, which browsers do not send, so that it appears in no log.
import { useLocation } from '@tanstack/react-router';

export const useLinkSecret = (): string => useLocation({ select: ({ hash }) => hash });
