import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attacks.ts';
import { call, type Target } from './http.ts';

const AT_ONCE = 200;
const STRANGER = '127.0.0.2';

/** Functions that a stranger finds in the pages' scripts, with their arguments. */
const FUNCTIONS: Record<string, string[]> = {
  submit_lead:
    'p_key p_claim p_name p_email p_phone p_city p_project_description p_mural_size p_surface_type p_style_preference p_budget_range p_artist p_website p_elapsed_ms'.split(
      ' ',
    ),
  select_lead_artists: ['p_lead', 'p_claim', 'p_artists'],
  send_message: ['p_lead', 'p_artist', 'p_token', 'p_body', 'p_key'],
  set_lead_status: ['p_lead', 'p_status'],
};
const OBJECTS: unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null },
  { toJSON: 1 },
  {},
  [],
  [{ toString: 1 }],
];

/** One call for each argument of each function that holds an object where a single value is wanted. */
const CALLS = Object.entries(FUNCTIONS).flatMap(([name, names]) =>
  names.flatMap((wrong) =>
    OBJECTS.map((object) => ({
      path: `/rest/v1/rpc/${name}`,
      body: JSON.stringify(
        Object.fromEntries(
          names.map((arg) => [
            arg,
            arg === wrong ? object : /^p_(key|lead|artist)$/.test(arg) ? crypto.randomUUID() : '1',
          ]),
        ),
      ),
    })),
  ),
);

export const WRONG_ARGUMENTS: Attack = {
  name: 'objects for scalars',
  async run(target: Target, signal: AbortSignal) {
    for (let start = 0; !signal.aborted; start += AT_ONCE) {
      const wave = Array.from({ length: AT_ONCE }, (_, i) => CALLS[(start + i) % CALLS.length]);
      await Promise.all(
        wave.map((one) => one && call(target, { ...one, method: 'POST', from: STRANGER })),
      );
      await pause(50);
    }
  },
};
