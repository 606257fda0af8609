import { randomUUID } from 'node:crypto';
import {
  elsewhere,
  expectAccessible,
  expectToFit,
  photo,
  profileOf,
  putFile,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { call, person, signIn } from '../fixtures/admin-support.ts';
import { ORIGIN } from '../fixtures/api.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Its messages, and none of the parts of an agreed job. */
async function expectTalk(page: Page): Promise<void> {
  await expect(page.getByRole('log')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
}

/** A page is rendered within some seconds of a change. */
const PUBLISHED = { timeout: 30_000 };

test('a finished wall becomes a mural page, which shows what the client agrees to', async ({
  page,
  browser,
}) => {
  const artist = await person('artist');
  const profile = await profileOf(artist, { name: 'Ana Robledo', city: 'Seguin', state: 'TX' });
  const { id: lead, token } = await sendRequest(null, 'Carmen Ibarra', 'A wall of cranes', [
    profile,
  ]);
  const thread = { p_lead: lead, p_artist: profile.id };
  /** A message with a picture, from the artist or by the link. */
  const sendPicture = async (link: string | null, colour: string) => {
    const message = { ...thread, p_body: '', p_key: randomUUID(), p_pictures: 1, p_token: link };
    const session = link ? null : artist.token;
    const sent = await call('/rest/v1/rpc/send_message', 'POST', message, session);
    const [picture] = (sent.body as { pictures: { path: string }[] }).pictures;
    const { buffer } = await photo('x.jpg', { colour });
    await putFile(`message-pictures/${picture?.path}`, buffer, link ? { link } : artist);
  };
  await sendPicture(token, 'teal');
  await sendPicture(null, 'maroon');
  await sendPicture(null, 'navy');
  await call('/rest/v1/rpc/complete_request', 'POST', thread, artist.token);
  await call('/rest/v1/rpc/complete_request', 'POST', { ...thread, p_token: token }, null);

  await signIn(page, artist);
  await page.goto(`/dashboard/artist/leads?lead=${lead}`);
  const made = page.getByRole('region', { name: 'Mural page' });
  await expectTalk(page);
  await made.getByRole('button', { name: 'Make It a Mural Page' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Lettering mural in Seguin');
  await expect(page.getByLabel('State')).toHaveValue('TX');
  await expect(page.getByText('the page shows only the city')).toBeVisible();
  await expect(page.getByLabel('Address in words')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add from Conversation' }).click();
  const choice = page.getByRole('dialog', { name: 'Choose photos of the conversation' });
  const photoOf = (name: string) => choice.getByRole('button', { name });
  await expect(photoOf('Photo 1, of the client')).toBeDisabled();
  await photoOf('Photo 3, of yours').click();
  await photoOf('Photo 2, of yours').click();
  await expectAccessible(page);
  await choice.getByRole('button', { name: 'Add Photos' }).click();
  await expect(
    page.getByRole('list', { name: 'Photos of the mural' }).getByRole('listitem'),
  ).toHaveCount(2);
  const title = `Cranes of ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Title').fill(title);
  await expectToFit(page, 320);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(toast(page, 'Mural published')).toBeVisible();
  const link = page.getByRole('link', { name: 'View page' });
  const address = `${ORIGIN}${await link.getAttribute('href')}`;
  const html = async () => {
    const answer = await fetch(address);
    return answer.status === 200 ? answer.text() : String(answer.status);
  };
  await expect.poll(html, PUBLISHED).toContain(title);

  const client = await elsewhere(browser, `/request#${token}&artist=${profile.id}`);
  const consent = client.getByRole('region', { name: 'May Ana Robledo show where the wall is?' });
  const answer = (name: string) => consent.getByRole('button', { name, exact: true });
  await answer('Yes').click();
  await expect(answer('Yes')).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(client);
  await page.reload();
  await page.getByLabel('Address in words').fill('12 Mill Street, behind the gin');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes are saved.')).toBeVisible();
  await expect.poll(html, PUBLISHED).toContain('Mill Street');
  await answer('No, Only the City').click();
  await expect(answer('Yes')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(html, PUBLISHED).not.toContain('Mill Street');
  await client.reload();
  await expect(answer('No, Only the City')).toHaveAttribute('aria-pressed', 'true');
  await client.goto('about:blank');
  await client.goto(`/request#${token}`);
  await expectTalk(client);
  await client.context().close();

  // The lead leads to its mural from now on.
  await page.goto(`/dashboard/artist/leads?lead=${lead}`);
  await made.getByRole('link', { name: title }).click();
  await page.getByRole('link', { name: 'Work', exact: true }).first().click();
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Mural removed')).toBeVisible();
  await expect.poll(html, PUBLISHED).toBe('404');
});
