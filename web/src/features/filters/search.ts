// A condition in a URL. The router parses it as JSON and ignores anything but an object. The filter model validates it.
import { isRecord } from '@lectern/contract/records';
import type { Filter, Json } from './model.ts';

const isJson = (value: unknown, depth = 0): value is Json => {
  if (depth > 24) return false;
  if (Array.isArray(value)) return value.every((one) => isJson(one, depth + 1));
  if (typeof value === 'object' && value !== null)
    return Object.values(value).every((one) => isJson(one, depth + 1));
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
};

const isJsonObject = (value: Record<string, unknown>): value is { [key: string]: Json } => isJson(value);

export const toFilterJson = (value: unknown): { [key: string]: Json } | undefined =>
  isRecord(value) && isJsonObject(value) ? value : undefined;

export const toFilterSearch = (value: unknown): Filter | undefined => toFilterJson(value);
