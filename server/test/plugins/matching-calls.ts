// Valid input for the routes of matching, for the tests that call every route. No plugin runs, so no external id is
// known.
interface MatchingCall {
  params?: Record<string, string>;
  options?: { body: unknown };
  status?: number;
}

const choice = { provider: 'nobody', externalId: '1' };

const ofOne: Record<string, () => MatchingCall> = Object.fromEntries(
  ['series', 'books'].flatMap((noun): [string, () => MatchingCall][] => {
    const path = `/api/v1/${noun}/{id}/match`;
    return [
      [`POST ${path}/preview`, () => ({ options: { body: choice }, status: 404 })],
      [`PUT ${path}`, () => ({ options: { body: choice }, status: 404 })],
      [`POST ${path}/covers`, () => ({})],
      [`POST ${path}/undo`, () => ({ status: 409 })],
      [`PUT ${path}/refusal`, () => ({ options: { body: { isRefused: true } } })],
    ];
  }),
);

const noId = { params: { id: '01890000-0000-7000-8000-000000000000' }, status: 404 };

export const matchingGoodCalls: Record<string, () => MatchingCall> = {
  ...ofOne,
  'POST /api/v1/libraries/{id}/match': () => ({ options: { body: { noun: 'series' } }, status: 409 }),
  'POST /api/v1/libraries/{id}/match/refresh': () => ({ options: { body: { noun: 'series' } }, status: 409 }),
  'POST /api/v1/match/proposals/accept': () => ({ options: { body: { noun: 'series', fromScore: 1 } } }),
  'POST /api/v1/match/proposals/{id}/accept': () => noId,
  'POST /api/v1/match/proposals/{id}/dismiss': () => noId,
  'POST /api/v1/match/proposals/{id}/undo': () => noId,
};
