import { call } from '#data/rpc.ts';

/** Ends the mails that the token of a mail is for; the answer does not tell whether it is for any. Throws an AppError. */
export const unsubscribe = (token: string) => call('unsubscribe', { p_token: token });
