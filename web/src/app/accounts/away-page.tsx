// The frame of the client without an account, while the server is unreachable.
import { Unreachable } from '../../features/offline/index.tsx';
import { Frame } from '../shell.tsx';

export const AwayPage = ({ onRetry }: { onRetry(): void }) => (
  <Frame>
    <Unreachable onRetry={onRetry} />
  </Frame>
);
