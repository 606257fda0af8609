import { randomUUID } from 'node:crypto';
import {
  elsewhere,
  expectAccessible,
  photo,
  profileOf,
  putFile,
  rpc,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { call, person, signIn } from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

test('an admin reads what was reported, opens it again, and says why they read anything else', async ({
  page,
  browser,
}) => {
  const [artist, admin] = await Promise.all([person('artist'), person('admin')]);
  const profile = await profileOf(artist);
  const name = `Reporter ${randomUUID().slice(0, 8)}`;
  const { id: lead, token } = await sendRequest(null, name, 'A wall beside the gate', [profile]);
  const thread = { p_lead: lead, p_artist: profile.id };
  const sent = await call(
    '/rest/v1/rpc/send_message',
    'POST',
    { ...thread, p_body: 'Pay me first, in cash.', p_key: randomUUID(), p_pictures: 1 },
    artist.token,
  );
  expect(sent.status).toBe(200);
  const { id: message, pictures } = sent.body as { id: string; pictures: { path: string }[] };
  await putFile(`message-pictures/${pictures[0]?.path}`, (await photo('cash.jpg')).buffer, artist);
  const report = { p_message: message, p_reason: 'Asks for cash', p_token: token };
  await rpc('report_message', report, null);

  await signIn(page, admin);
  await page.goto('/dashboard/admin/leads');
  await page
    .getByRole('button', { name: /^Notices, / })
    .first()
    .click();
  await page
    .getByRole('link', { name: /A message was reported/ })
    .first()
    .click();
  await expect(page).toHaveURL(/filter=reported/);
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Read the conversation with ${profile.name}` }).click();
  await expect(dialog.getByText('Pay me first, in cash.')).toBeVisible();
  await expect(dialog.getByText('Reported by the client: Asks for cash')).toBeVisible();
  const picture = dialog.getByRole('img', { name: `Photo 1 of 1 from ${profile.name}` });
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reopen Conversation' }).click();
  await expect(toast(page, 'The conversation is open again')).toBeVisible();
  await expect(dialog.getByText('Pay me first, in cash.')).toBeHidden();

  // Nobody has reported it now: it takes a reason, which is kept.
  await dialog.getByRole('button', { name: `Read the conversation with ${profile.name}` }).click();
  const reason = dialog.getByLabel('Why do you read it?');
  await reason.fill('because');
  await dialog.getByRole('button', { name: 'Read Conversation' }).click();
  await expect(reason).toHaveAccessibleDescription(/Please say why/);
  await reason.fill('The client asked us for help');
  await dialog.getByRole('button', { name: 'Read Conversation' }).click();
  await expect(dialog.getByText('Pay me first, in cash.')).toBeVisible();
  const read = await call(
    '/rest/v1/rpc/admin_list_audit',
    'POST',
    { p_filter: 'conversation', p_search: lead },
    admin.token,
  );
  expect(JSON.stringify(read.body)).toContain('The client asked us for help');

  // The other way round: the artist's list says what they have reported.
  const answer = { ...thread, p_body: 'Then not.', p_key: randomUUID(), p_token: token };
  const answered = await call('/rest/v1/rpc/send_message', 'POST', answer, null);
  const about = { p_message: (answered.body as { id: string }).id };
  expect(
    (await call('/rest/v1/rpc/report_message', 'POST', about, artist.token)).status,
  ).toBeLessThan(300);
  const there = await elsewhere(browser, '/dashboard/artist/leads', artist);
  await expect(there.getByRole('row').filter({ hasText: 'A wall beside' })).toContainText(
    'Reported',
  );
});
