import { createClient } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';

/**
 * Sentences of the specification's section 8 that the auth library itself answers with. None of the product's
 * screens can bring them up (its forms check first, and there is no security-key screen), so the library is asked.
 */
const { auth } = createClient('http://127.0.0.1:9', 'sb_publishable_test', {
  auth: { persistSession: false, autoRefreshToken: false },
});

describe('the auth library', () => {
  it('wants an identity and a password', async () => {
    const sentence = 'You must provide either an email or phone number and a password';
    expect((await auth.signInWithPassword({} as never)).error?.message).toBe(sentence);
    expect((await auth.signUp({} as never)).error?.message).toBe(sentence);
  });

  it('names what a security key lacks', async () => {
    const ask = async (webauthn: object) =>
      (await auth.mfa.webauthn.authenticate({ factorId: 'none', webauthn } as never)).error
        ?.message;
    expect(await ask({})).toContain('rpId is required');
    expect(await ask({ rpId: 'example.com' })).toBe('Browser does not support WebAuthn');
  });
});
