import { expect, it } from 'vitest';
import { impersonal, redacted } from './redact.ts';

it.each([
  ['key sb_secret_canary-1 refused', 'key sb_secret_… refused'],
  ['secret whsec_canary+/12== is old', 'secret whsec_… is old'],
  ['Bearer eyJcanary.eyJcanary.canary_-1', 'Bearer eyJ…'],
  ['postgres://muro:canary@db:5432/muro failed', 'postgres://…@db:5432/muro failed'],
  ['https://canary@muro.example/x', 'https://…@muro.example/x'],
  ["postgres://u:p@ss:canary@db/x'", "postgres://…@db/x'"],
  ['/auth/v1/verify?token=canary&type=recovery', '/auth/v1/verify?token=…&type=recovery'],
  ['/auth#access_token=canary&refresh_token=canary', '/auth#access_token=…&refresh_token=…'],
  ['?token_hash=canary#x', '?token_hash=…#x'],
  ['%3Ftoken%3Dcanary', '%3Ftoken%3D…'],
  ['host=db password=canary user=muro', 'host=db password=… user=muro'],
])('hides what opens something in %s', (line, shown) => {
  expect(redacted(line)).toBe(shown);
});

it.each([
  'Ready: http://127.0.0.1:4321 (demo accounts: admin@example.com; password mural-demo-2026) after 2.3 s',
  '  admin@example.com   Xv7pDemoPassword1234',
  'x.supabase.co cannot be reached: nothing listens there (ECONNREFUSED).',
  'at file:///srv/muro/scripts/start.ts:3:1',
  'Warning: Artist ana: the picture http://127.0.0.1:4321/storage/v1/object/public/a/b@2x.jpg cannot be used',
])('leaves %s alone', (line) => {
  expect(redacted(line)).toBe(line);
});

it.each([
  ['550 <ana.luz+x@mail.example.com>: no such user', '550 <…@…>: no such user'],
  ['ana%40example.com is taken', '…@… is taken'],
  [
    'https://muro.example/quote?name=Ana&city=Austin is gone',
    'https://muro.example/quote?… is gone',
  ],
  ['/auth/v1/verify?token=canary', '/auth/v1/verify?…'],
  ['Is it open? Look at its log.', 'Is it open? Look at its log.'],
])('leaves out who somebody is in %s', (line, shown) => {
  expect(impersonal(line)).toBe(shown);
});
