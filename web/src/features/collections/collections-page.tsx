// All collections.
import { GatheringsPage } from '../gatherings/index.tsx';

export const CollectionsPage = () => <GatheringsPage kind="collections" />;
