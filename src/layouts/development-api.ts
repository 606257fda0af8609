import type { MiddlewareHandler } from 'astro';

/** While developing, no renderer tells pages where the API is: `npm run dev` has put it into the environment. */
export const onRequest: MiddlewareHandler = ({ locals }, next) => {
  const { PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY } = process.env;
  locals.api = { url: PUBLIC_SUPABASE_URL ?? '', key: PUBLIC_SUPABASE_KEY ?? '' };
  return next();
};
