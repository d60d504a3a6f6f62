// Good input for the routes of matching, for the walks over the whole API: no plugin runs there, and so nobody knows any id.
interface MatchingCall {
  options?: { body: unknown };
  status?: number;
}

const choice = { provider: 'nobody', externalId: '1' };

export const matchingGoodCalls: Record<string, () => MatchingCall> = Object.fromEntries(
  ['series', 'books'].flatMap((noun): [string, () => MatchingCall][] => {
    const path = `/api/v1/${noun}/{id}/match`;
    return [
      [`POST ${path}/preview`, () => ({ options: { body: choice }, status: 404 })],
      [`PUT ${path}`, () => ({ options: { body: choice }, status: 404 })],
      [`POST ${path}/undo`, () => ({ status: 409 })],
      [`PUT ${path}/refusal`, () => ({ options: { body: { isRefused: true } } })],
    ];
  }),
);
