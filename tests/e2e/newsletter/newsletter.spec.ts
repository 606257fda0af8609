import { readFile } from 'node:fs/promises';
import {
  elsewhere,
  expectAccessible,
  mailsTo,
  newEmail,
  press,
  rpc,
  toast,
} from '../fixtures/account-support.ts';
import { artist, asService, person } from '../fixtures/admin-support.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** The newsletter keeps its word: an address is on the list by a press in a mail, and off it by one. */
const main = (page: Page) => page.getByRole('main');
const subjects = async (email: string) => (await mailsTo(email)).map((mail) => mail.subject);

/** The way that a mail leads, once it has been delivered: `part` is in its address. */
async function wayIn(email: string, part: string): Promise<string> {
  const find = async () =>
    (await mailsTo(email)).flatMap((mail) => mail.links).find((link) => link.includes(part));
  await expect.poll(find, { message: `${part} in a mail to ${email}` }).toBeTruthy();
  const { pathname, hash } = new URL((await find()) ?? '');
  return pathname + hash;
}

async function subscribe(page: Page, email: string): Promise<string> {
  await page.goto('/newsletter');
  await page.getByLabel('Email').fill(email);
  await press(page, 'Subscribe');
  await expect(toast(page, 'Thanks for subscribing!')).toBeVisible();
  await expect(page.getByText('Press the button in the email')).toBeVisible();
  return wayIn(email, '/newsletter#confirm=');
}

test('a reader subscribes, confirms by a press, is exported, gets the monthly mail and leaves by one', async ({
  page,
  browser,
}) => {
  test.slow();
  const email = newEmail('reader');
  const way = await subscribe(page, email);
  await expectAccessible(page);
  // What reads mails follows links, and puts nobody on the list.
  for (const method of ['GET', 'HEAD', 'POST'])
    await page.request.fetch(way, { method, failOnStatusCode: false });

  const boss = await person('admin');
  const list = `/dashboard/admin/newsletter?q=${encodeURIComponent(email)}`;
  const admin = await elsewhere(browser, list, boss);
  const row = admin.getByRole('rowheader', { name: email });
  await expect(admin.getByText('Nothing fits this search')).toBeVisible();

  await page.goto(way);
  await press(page, 'Confirm Subscription');
  await expect(main(page)).toContainText('You’ll get the next newsletter');
  await expectAccessible(page);
  const unconfirmed = newEmail('reader');
  await rpc('subscribe_newsletter', { p_email: unconfirmed }, null);
  const saved = admin.waitForEvent('download');
  await press(admin, 'Export CSV');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile((await file.path()) ?? '', 'utf8');
  expect(csv).toContain('Email,Confirmed\r\n');
  expect(csv).toContain(email);
  expect(csv).not.toContain(unconfirmed);

  // The newest of all, whoever comes in other stories: the newsletter has room for fifty.
  const created_at = new Date(Date.now() + 3600_000).toISOString();
  const painter = await artist(`Paloma ${email.slice(7, 15)}`, { created_at } as object);
  await admin.reload();
  await expect(row).toBeVisible();
  await expect(main(admin)).toContainText(`${painter.name} (San Antonio, TX)`);
  const subject = `News ${email.slice(7, 15)}`;
  await admin.getByLabel('Subject').fill('');
  await press(admin, 'Send to Me');
  await expect(admin.getByText('Subject is required')).toBeVisible();
  await admin.getByLabel('Subject').fill(subject);
  await admin.getByLabel('Introduction').fill('Four walls worth a detour.');
  await press(admin, 'Send to Me');
  await expect(toast(admin, 'It is on its way to you')).toBeVisible();
  await expect.poll(() => subjects(boss.email)).toContain(subject);
  expect(await subjects(email)).not.toContain(subject);

  // An answer that is lost on its way, and a second try: one mail.
  await admin.route('**/rpc/send_newsletter', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(admin, 'Send to All');
  await expectAccessible(admin);
  await press(admin, 'Send');
  await expect(toast(admin, 'It wasn’t sent. Try again.')).toBeVisible();
  await admin.unroute('**/rpc/send_newsletter');
  await press(admin, 'Send to All');
  await press(admin, 'Send');
  await expect(
    admin.getByLabel('Notifications').getByText(/on its way to \d+ subscriber/),
  ).toBeVisible();
  await expect(main(admin)).toContainText(`“${subject}”`);
  const out = await wayIn(email, '/unsubscribe#');
  expect((await subjects(email)).filter((one) => one === subject)).toHaveLength(1);
  const mail = (await mailsTo(email)).find((one) => one.subject === subject);
  expect(mail?.text).toContain(`${painter.name} (San Antonio, TX)`);
  expect(mail?.links.some((link) => link.endsWith(`/artist/${painter.slug}`))).toBe(true);

  await page.goto(out);
  await press(page, 'Stop These Emails');
  await expect(main(page)).toContainText('Done: you’ll get no more emails like that one.');
  await admin.reload();
  await expect(admin.getByText('Nothing fits this search')).toBeVisible();
  await page.goto(way);
  await page.reload();
  await press(page, 'Confirm Subscription');
  await expect(main(page)).toContainText('This link does not work any more.');
  await admin.context().close();
  await asService(`/rest/v1/artists?id=eq.${painter.id}`, 'DELETE');
});
