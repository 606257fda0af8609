import { codeRefused, saidOfCode } from '#data/emailed-code.ts';
import { ask } from '#data/rpc.ts';
import { askedMailSchema, saidOfMail } from '#lib/mail-outcome.ts';
import { z } from '#lib/zod.ts';

/** Emails six digits for an act to the client of a link, and says so, or when they leave. Throws `rate_limited`. */
export async function sendCode(token: string, act: string): Promise<string> {
  return saidOfCode(await ask(askedMailSchema, 'send_code', { p_token: token, p_act: act }));
}

/** Asks for another address of the request of a link, in a week, and says what to do next. Throws `address_same`. */
export async function askAddressChange(token: string, email: string): Promise<string> {
  const args = { p_token: token, p_email: email };
  const { mail } = await ask(askedMailSchema, 'ask_address_change', args);
  return saidOfMail(mail, `We emailed a link to ${email}. Open it, or nothing changes.`);
}

const enteredSchema = z.object({
  proof: z.string().optional(),
  refused: z.literal('code_refused').optional(),
});

/** Trades the six digits for the secret that proves this device. Throws `code_refused`. */
export async function enterCode(token: string, code: string): Promise<string> {
  const { proof } = await ask(enteredSchema, 'enter_code', { p_token: token, p_code: code });
  if (proof) return proof;
  throw codeRefused();
}
