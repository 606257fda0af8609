import type { MiddlewareHandler } from 'astro';
import { readMailbox } from '#config/mailbox.ts';

/** While developing, no renderer tells pages of settings: `npm run dev` has put them into the environment. */
export const onRequest: MiddlewareHandler = ({ locals }, next) => {
  const { PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY, OPERATOR } = process.env;
  locals.api = { url: PUBLIC_SUPABASE_URL ?? '', key: PUBLIC_SUPABASE_KEY ?? '' };
  locals.operator = OPERATOR ? readMailbox('OPERATOR', OPERATOR) : null;
  return next();
};
