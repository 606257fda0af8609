import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';

describe('the environment', () => {
  it('has a default for everything', () => {
    expect(readEnvironment({})).toMatchObject({
      host: '127.0.0.1',
      port: 4321,
      origin: 'http://127.0.0.1:4321',
      seed: 'demo',
      hosted: null,
      webhookSecrets: [],
      accessLog: false,
    });
  });

  it('takes the origin from host and port, unless the site has an address of its own', () => {
    expect(readEnvironment({ PORT: '4400' }).origin).toBe('http://127.0.0.1:4400');
    expect(readEnvironment({ HOST: '0.0.0.0' }).origin).toBe('http://127.0.0.1:4321');
    expect(readEnvironment({ SITE_URL: 'https://muro.example/x' }).origin).toBe(
      'https://muro.example',
    );
  });

  it.each([
    [{ PORT: 'http' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ SEED: 'scale:-1' }, /SEED/],
    [{ SITE_URL: 'muro' }, /SITE_URL/],
    [{ PUBLIC_SUPABASE_URL: 'x' }, /PUBLIC_SUPABASE_URL/],
    [{ PUBLIC_SUPABASE_URL: 'https://x.supabase.co' }, /PUBLIC_SUPABASE_KEY/],
    [
      { PUBLIC_SUPABASE_URL: 'https://x.supabase.co', PUBLIC_SUPABASE_KEY: 'sb_secret_1' },
      /secret key/,
    ],
    [
      { PUBLIC_SUPABASE_URL: 'https://x.supabase.co', PUBLIC_SUPABASE_KEY: 'sb_publishable_1' },
      /SUPABASE_SECRET_KEY/,
    ],
  ])('refuses %o with a sentence', (env, sentence) => {
    expect(() => readEnvironment(env)).toThrow(sentence);
  });

  it('never pairs a hosted project with a database of its own', () => {
    const env = readEnvironment({
      PUBLIC_SUPABASE_URL: 'https://x.supabase.co/',
      PUBLIC_SUPABASE_KEY: 'sb_publishable_1',
      SUPABASE_SECRET_KEY: 'sb_secret_1',
      DATABASE_URL: 'postgres://localhost',
      REBUILD_WEBHOOK_SECRET: 'whsec_a whsec_b',
    });
    expect(env.databaseUrl).toBeUndefined();
    expect(env.hosted?.url).toBe('https://x.supabase.co');
    expect(env.webhookSecrets).toEqual(['whsec_a', 'whsec_b']);
  });
});
