// placeholder until the names branch lands
import { z } from 'zod';
export const seriesStrategySchema = z.enum([
  'series_folder',
  'series_volume',
  'series_volume_chapter',
  'flat',
  'publisher_hierarchy',
  'calibre',
  'custom',
]);
export const bookStrategySchema = z.enum(['filename', 'metadata_first', 'smart', 'series_name']);
export const numberStrategySchema = z.enum(['smart', 'metadata', 'filename', 'file_order']);
