// Messages for task types. An unknown type is shown unchanged.
import { isKeyOf } from '@lectern/contract/records';
import type { MessageKey } from '../../../i18n/translate.ts';

const taskLabels = {
  'scanning.scan': 'administration.tasks.scan',
  'scanning.scan_folder': 'administration.tasks.scanFolder',
  'book_order.place': 'administration.tasks.orderBooks',
  'scanning.put_away': 'administration.tasks.putAway',
  'scanning.purge_expired': 'administration.tasks.purgeExpired',
  'covers.generate': 'administration.tasks.covers',
  'covers.fetch': 'administration.tasks.providerCovers',
  'page_hashes.make': 'administration.tasks.pageHashes',
  'page_hashes.compare': 'administration.tasks.comparePages',
  'analysis.read': 'administration.tasks.analysis',
  'drop_folder.look': 'administration.tasks.dropFolder',
  'file_metadata.write': 'administration.tasks.writeMetadata',
  'conversions.convert': 'administration.tasks.convert',
  'indexing.catch_up': 'administration.tasks.indexing',
  'orphans.clean_up': 'administration.tasks.orphans',
  'pdf_cache.cleanup': 'administration.tasks.pdfCleanup',
  'backup.make': 'administration.tasks.backup',
  'imports.take_over': 'administration.tasks.import',
  'updates.check': 'administration.tasks.updates',
  'plugins.ask': 'administration.tasks.pluginRequest',
  'releases.poll': 'administration.tasks.releases',
  'tracking.run': 'administration.tasks.tracking',
  'matching.propose': 'administration.tasks.matchPropose',
  'matching.refresh': 'administration.tasks.matchRefresh',
  'providers.merge': 'administration.tasks.mergeProviders',
  'providers.remove': 'administration.tasks.removeProvider',
  'activity.purge': 'administration.tasks.activityPurge',
} as const satisfies Record<string, MessageKey>;

type TaskLabel = (typeof taskLabels)[keyof typeof taskLabels];

export const findTaskLabel = (type: string): TaskLabel | undefined =>
  isKeyOf(taskLabels, type) ? taskLabels[type] : undefined;
