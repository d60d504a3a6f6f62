// Checks that configuration values have the types declared by the plugin. Values are not converted.
import type { PluginField } from '@lectern/contract/plugins/plugins';
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';

const checks: Readonly<Record<PluginField['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  text_list: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  json: () => true,
};

/** Throws validation_failed. Keys that the plugin does not declare are also passed to it. */
export function checkConfig(fields: readonly PluginField[], config: Readonly<Record<string, unknown>>): void {
  const issues = fields.flatMap(({ key, kind }) =>
    config[key] === undefined || config[key] === null || checks[kind](config[key])
      ? []
      : [toIssue(`body.config.${key}`, reason('plugin_config_kind', { field: key, kind }))],
  );
  if (issues.length > 0) throw invalid(issues);
}
