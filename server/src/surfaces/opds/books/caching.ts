// Cache lifetime of book images, which clients request repeatedly.
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';

const maxAgeSeconds = { page: 3_600, cover: 600 } as const;

export const cacheable = (answer: BytesAnswer, what: keyof typeof maxAgeSeconds): BytesAnswer =>
  bytesAnswer({ ...answer, cacheControl: `private, max-age=${maxAgeSeconds[what]}` });
