// The English texts of the built-in providers. The client translates them by the text itself.
import { builtInProviders } from '../../server/src/composition/built-in-providers.ts';

export function listProviderTexts(): string[] {
  const texts = builtInProviders.flatMap((provider) => [
    provider.description,
    provider.instructions,
    provider.userInstructions,
    ...[...(provider.config ?? []), ...(provider.credentials ?? [])].flatMap(({ label, description }) => [
      label,
      description,
    ]),
  ]);
  // The fields of the OAuth client (server/src/features/plugins/to-plugin.ts).
  return [...new Set([...texts, 'Client ID', 'Client secret'])].filter((text) => text !== undefined);
}
