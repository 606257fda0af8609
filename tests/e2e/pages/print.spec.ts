import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { rpc } from '../fixtures/account-support.ts';
import { signIn } from '../fixtures/admin-support.ts';
import { agreedJob } from '../fixtures/agreed-job.ts';
import { DEMO_ARTIST as artist } from '../fixtures/demo.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

test('an artist’s page prints as one sheet with its address and nothing to press', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`/artist/${artist.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(artist.name);
  await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible();
  for (const role of ['banner', 'contentinfo', 'button', 'navigation'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /quote|account/i })).toHaveCount(0);
  const address = await page.evaluate(() => {
    const link = document.querySelector('[rel="canonical"]') as Element;
    const box = link.getBoundingClientRect();
    return { text: getComputedStyle(link, '::after').content, height: box.height };
  });
  expect(address.text).toContain(`/artist/${artist.slug}`);
  expect(address.height).toBeGreaterThan(8);
  // Dark ink on white, whatever the screen shows.
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 22, 56)');
  const sheet = await page.pdf({ format: 'Letter', printBackground: true });
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

/** For each sheet of US letter paper: whether anything is written on it. */
async function sheets(page: Page): Promise<boolean[]> {
  const paper = { format: 'Letter', printBackground: true } as const;
  const whole = (await page.pdf(paper)).toString('latin1');
  const count = whole.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  const written: boolean[] = [];
  for (let n = 1; n <= count; n++) {
    const sheet = (await page.pdf({ ...paper, pageRanges: String(n) })).toString('latin1');
    // A byte of its own may be the one of a line's end.
    const streams = [...sheet.matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\nendstream/g)];
    const texts = streams.map(([, bytes = '']) => {
      try {
        return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    });
    written.push(texts.some((text) => /[>)\]]\s*T[jJ]\b/.test(text)));
  }
  return written;
}

test('a job prints without an empty sheet: all of it, its agreement, and a receipt', async ({
  page,
  browser,
}) => {
  const job = await agreedJob(null, 900, 'halves');
  const of = { p_lead: job.lead, p_artist: job.artist.profile.id };
  const { parts } = (await rpc('read_payments', of, job.artist)) as { parts: { id: string }[] };
  const receive = { ...of, p_part: parts[0]?.id, p_event: 'receive', p_key: randomUUID() };
  await rpc('move_payment', { ...receive, p_amount: 200 }, job.artist);
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await page.goto(`/request#${job.token}`);
  const agreement = page.getByRole('region', { name: 'Agreement', exact: true });
  const money = page.getByRole('region', { name: 'Money' });
  await page.getByRole('tab', { name: 'Money' }).click();
  await expect(money).toContainText('$200 of $900 received');
  await page.getByRole('tab', { name: 'Agreement' }).click();
  await expect(agreement.getByText(/^Signed by both, /)).toBeVisible();
  const all = await sheets(page);
  expect(all.length).toBeGreaterThan(0);
  expect(all).toEqual(all.map(() => true));

  await agreement.getByRole('button', { name: 'Print', exact: true }).click();
  const agreed = await sheets(page);
  expect(agreed).toEqual(agreed.map(() => true));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.getByRole('tab', { name: 'Money' }).click();
  const received = money.getByRole('listitem').filter({ hasText: '$200' });
  await received.getByText('Deposit', { exact: true }).first().click();
  await received.getByRole('button', { name: 'Print Receipt' }).click();
  expect(await sheets(page)).toEqual([true]);

  const artist = await browser.newPage();
  await signIn(artist, job.artist);
  await artist.goto(`/dashboard/artist/leads?lead=${job.lead}`);
  await artist.getByRole('tab', { name: 'Money' }).click();
  await expect(artist.getByRole('region', { name: 'Money' })).toContainText('$200 of $900');
  const lead = await sheets(artist);
  expect(lead).toEqual(lead.map(() => true));
  await artist.close();
});
