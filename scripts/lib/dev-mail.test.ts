import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readMailSettings } from '#config/process/mail-settings.ts';
import { openTransport } from '#node/mail-transport.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { DEV_MAIL, pageAt } from './dev-mail.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await folderOfTest('muro-dev-mail-');
});

const send = async (subject: string) => {
  const transport = openTransport({ ...readMailSettings({}), folder: path.join(dataDir, 'mail') });
  await transport.send({
    to: 'ada@example.com',
    subject,
    text: 'In words',
    html: '<b>In bold</b>',
  });
};

const hrefs = (page: string | null) =>
  [...(page ?? '').matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, href = '']) => href);

it('lists the mails of a data directory and opens each, until its file is gone', async () => {
  await send('First');
  await send('Second');
  const list = await pageAt(dataDir, '/');
  expect(list?.indexOf('Second')).toBeLessThan(list?.indexOf('First') ?? 0);

  const [newest = ''] = hrefs(list);
  const opened = await pageAt(dataDir, newest.slice(DEV_MAIL.length));
  expect(opened).toContain('<b>In bold</b>');

  const folder = path.join(dataDir, 'mail');
  const names = (await readdir(folder)).sort();
  await rm(path.join(folder, names.at(-1) ?? ''));
  expect(await pageAt(dataDir, newest.slice(DEV_MAIL.length))).toBeNull();
  expect(await pageAt(dataDir, '/')).not.toContain('Second');
});

it('escapes what people wrote', async () => {
  await send('<img src=x onerror=alert(1)> "');
  expect(await pageAt(dataDir, '/')).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;');
});

it('opens nothing beside the mails', async () => {
  await send('First');
  for (const name of ['keys.json', '..%2Fkeys.json', '../keys.json', ''])
    expect(await pageAt(dataDir, `/mail/${name}`)).toBeNull();
});
