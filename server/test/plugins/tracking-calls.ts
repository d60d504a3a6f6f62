// Valid input for the routes of tracking, for the tests that call every route. No tracking service is connected.
interface TrackingCall {
  params?: Record<string, string>;
  options?: { body: unknown };
  status?: number;
}

const nobody = '01890000-0000-7000-8000-000000000000';
const own = '/api/v1/user/tracking/{id}';
const ofOne = ['series', 'books'].flatMap((noun): [string, () => TrackingCall][] => {
  const path = `/api/v1/${noun}/{id}/tracking/{trackerId}`;
  const params = { trackerId: nobody };
  return [
    [`PUT ${path}`, () => ({ params, options: { body: { externalId: '1' } }, status: 404 })],
    [`DELETE ${path}`, () => ({ params, status: 404 })],
  ];
});

export const trackingGoodCalls: Record<string, () => TrackingCall> = {
  ...Object.fromEntries(ofOne),
  [`PATCH ${own}`]: () => ({ params: { id: nobody }, options: { body: { unit: 'chapters' } }, status: 404 }),
  [`GET ${own}/links`]: () => ({ params: { id: nobody }, status: 404 }),
  [`POST ${own}/links/known`]: () => ({ params: { id: nobody }, status: 404 }),
  [`POST ${own}/run`]: () => ({
    params: { id: nobody },
    options: { body: { direction: 'send' } },
    status: 404,
  }),
  [`GET ${own}/run`]: () => ({ params: { id: nobody }, status: 404 }),
  [`GET ${own}/log`]: () => ({ params: { id: nobody }, status: 404 }),
};
