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
      logFormat: 'text',
      metricsToken: undefined,
      pageMemory: undefined,
      buckets: { site: null, storage: null },
    });
  });

  it('takes who runs the site, and nobody where it is not said', () => {
    expect(readEnvironment({}).operator).toBeNull();
    expect(readEnvironment({ OPERATOR: 'Walls Inc. <hello@walls.example>' }).operator).toEqual({
      name: 'Walls Inc.',
      address: 'hello@walls.example',
    });
    expect(() => readEnvironment({ OPERATOR: 'Walls Inc.' })).toThrow(/^OPERATOR must be an addr/);
  });

  it('takes the memory for pages in megabytes', () => {
    expect(readEnvironment({ PAGE_MEMORY: '8' }).pageMemory).toBe(8 * 2 ** 20);
  });

  it('takes the origin from host and port, unless the site has an address of its own', () => {
    expect(readEnvironment({ PORT: '4400' }).origin).toBe('http://127.0.0.1:4400');
    expect(readEnvironment({ HOST: '0.0.0.0' }).origin).toBe('http://127.0.0.1:4321');
    expect(readEnvironment({ SITE_URL: 'https://muro.example/x' }).origin).toBe(
      'https://muro.example',
    );
  });

  it.each([
    [{}, 'demo'],
    [{ HOST: '127.0.0.1' }, 'demo'],
    [{ HOST: '::1' }, 'demo'],
    [{ HOST: 'localhost' }, 'demo'],
    [{ SITE_URL: '' }, 'demo'],
    [{ HOST: '0.0.0.0' }, 'none'],
    [{ HOST: '::' }, 'none'],
    [{ HOST: 'localhost.example' }, 'none'],
    [{ SITE_URL: 'https://muro.example' }, 'none'],
    [{ SITE_URL: 'http://127.0.0.1:4321' }, 'none'],
    [{ HOST: '0.0.0.0', SEED: 'demo' }, 'demo'],
    [{ SITE_URL: 'https://muro.example', SEED: 'scale:5' }, 'scale:5'],
    [{ SEED: 'none' }, 'none'],
  ])('seeds %o with %s', (env, seed) => {
    expect(readEnvironment(env).seed).toBe(seed);
  });

  it.each([
    [{}, null],
    [{ HOST: '127.0.0.1', SEED: 'demo' }, null],
    [{ HOST: '::1' }, null],
    [{ HOST: '::' }, 'HOST=::'],
    [{ HOST: '10.0.0.5' }, 'HOST=10.0.0.5'],
    [{ SITE_URL: 'https://muro.example/x' }, 'SITE_URL=https://muro.example'],
    [{ HOST: '0.0.0.0', SITE_URL: 'https://muro.example' }, 'HOST=0.0.0.0'],
  ])('knows that %o is open to others by %s', (env, exposedBy) => {
    expect(readEnvironment(env).exposedBy).toBe(exposedBy);
  });

  it('never seeds a hosted project, whatever SEED says', () => {
    const env = readEnvironment({
      PUBLIC_SUPABASE_URL: 'https://x.supabase.co/',
      PUBLIC_SUPABASE_KEY: 'sb_publishable_1',
      SUPABASE_SECRET_KEY: 'sb_secret_1',
      SEED: 'demo',
    });
    expect(env.seed).toBe('none');
  });

  it.each([
    [{ PORT: '70000' }, /PORT/],
    [{ SEED: 'scale:-1' }, /SEED/],
    [{ PAGE_MEMORY: '64MB' }, /PAGE_MEMORY/],
    [{ SITE_URL: 'muro' }, /SITE_URL/],
    [{ LOG_FORMAT: 'xml' }, /^LOG_FORMAT must be 'text' or 'json', not 'xml'\.$/],
    [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN must have at least 16 [^']*$/],
    [{ METRICS_TOKEN: 'with a space in its middle' }, /^METRICS_TOKEN must/],
    [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /MAIL_FROM is not/],
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
