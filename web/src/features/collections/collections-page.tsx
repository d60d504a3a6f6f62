// All collections.
import { ListsPage } from '../lists/index.tsx';

export const CollectionsPage = () => <ListsPage kind="collections" />;
