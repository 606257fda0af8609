import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attacks.ts';
import { call, type Target } from './http.ts';

const STRANGER = '127.0.0.2';
/** One mailbox, as often as an attacker can spell it. */
const victim = (i: number) => `flood+${i}@example.com`;

const rpc = (target: Target, name: string, body: object) =>
  call(target, {
    path: `/rest/v1/rpc/${name}`,
    method: 'POST',
    from: STRANGER,
    body: JSON.stringify(body),
  });

const request = (email: string) => ({
  p_key: randomUUID(),
  p_claim: randomUUID().repeat(2),
  p_name: 'Buy cheap pills at example.net',
  p_email: email,
  p_phone: null,
  p_city: 'San Antonio',
  p_project_description: 'Buy cheap pills at example.net, now and forever.',
  p_mural_size: null,
  p_surface_type: null,
  p_style_preference: null,
  p_budget_range: null,
  p_artist: null,
  p_website: '',
  p_elapsed_ms: 9000,
});

/** Every way in which a stranger can make the product write to an address. */
export const MAIL_FLOODS: Attack = {
  name: 'email floods',
  async run(target, signal) {
    for (let i = 0; !signal.aborted; i++) {
      const email = victim(i % 5);
      await Promise.all([
        rpc(target, 'submit_lead', request(email)),
        rpc(target, 'renew_request_link', { p_email: email }),
        rpc(target, 'subscribe_newsletter', { p_email: email }),
        call(target, {
          path: '/auth/v1/recover',
          method: 'POST',
          from: STRANGER,
          body: JSON.stringify({ email }),
        }),
      ]);
      await pause(50);
    }
  },
};
