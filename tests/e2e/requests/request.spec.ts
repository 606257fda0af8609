import {
  answer,
  elsewhere,
  expectAccessible,
  mailsTo,
  mailTo,
  photo,
  press,
  profileOf,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { call, leadsOf, person, personWith, signIn } from '../fixtures/admin-support.ts';
import { confirmByCode } from '../fixtures/agreed-job.ts';
import { type Cast, castOf, published } from '../fixtures/artists.ts';
import { choice, fill, openForm, quote, sendToArtists, submitButton } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** The page of a request, for guests: whoever has its link comes back to it, in whichever browser. */
let cast: Cast;
test.beforeAll(async () => {
  cast = await castOf(2, (i, tag) => ({
    name: `${i === 0 ? 'Ana' : 'Ben'} ${tag}`,
    featured: true,
    average_rating: 5,
  }));
  await published(`/artist/${ana()?.slug}`);
});
test.afterAll(() => cast?.remove());

const main = (page: Page) => page.getByRole('main');
const holders = (page: Page) => page.getByRole('region', { name: 'Sent to' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** In the one dialog of the link. */
const share = (page: Page) => press(page, 'Share');
const REFUSED = 'This link does not open a request. It may have been replaced by a newer one.';
const [ana, ben] = [() => cast.artists[0], () => cast.artists[1]];

/** A guest asks, chooses Ana and stands on the page that thanks. */
async function send(page: Page) {
  const text = quote({ City: cast.city });
  await openForm(page);
  await fill(page, text);
  await submitButton(page).click();
  await choice(page)
    .getByRole('checkbox', { name: `Select ${ana()?.name}` })
    .check();
  await sendToArtists(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  const link = page.getByRole('link', { name: 'Open Your Request' });
  await expect(link).toBeVisible();
  // It comes with the link, and is drawn a moment later.
  const reference = page.locator('#reference');
  await expect(reference).toHaveText(/^[A-Z0-9]{6}$/);
  return {
    text,
    link: (await link.getAttribute('href')) ?? '',
    reference: (await reference.textContent()) ?? '',
  };
}

test('a guest comes back in another browser, adds an artist and a line, and corrects the contact', async ({
  page,
  browser,
}) => {
  const { text, link, reference } = await send(page);
  const there = await elsewhere(browser, link);
  await expect(main(there)).toContainText(reference);
  await expect(main(there)).toContainText(text['Project Description']);
  await expect(holders(there)).toContainText(ana()?.name ?? '?');
  await expect(holders(there)).toContainText('Sent');
  await expectAccessible(there);

  await press(there, `Send to ${ben()?.name}`);
  await answer(there, 'Send Request');
  await expect(holders(there)).toContainText(ben()?.name ?? '?');
  // A failure keeps what was typed.
  await there.route('**/rpc/add_request_line', (route) => route.abort());
  await there.getByLabel('Add details').fill('The wall faces north.');
  await press(there, 'Add Details');
  await expect(toast(there, 'Your details weren’t added. Try again.')).toBeVisible();
  await expect(there.getByLabel('Add details')).toHaveValue('The wall faces north.');
  await there.unroute('**/rpc/add_request_line');
  await press(there, 'Add Details');
  await expect(toast(there, 'Added to your request')).toBeVisible();
  await expect(there.getByLabel('Add details')).toHaveValue('');
  await press(there, 'Edit');
  await there.getByLabel('Phone').fill('210 555 0199');
  await press(there, 'Save Contact');
  await expect(main(there)).toContainText('210 555 0199');

  const [lead] = await leadsOf(text.Email);
  expect(lead?.project_description).toBe(`${text['Project Description']}\nThe wall faces north.`);
  expect(lead?.artists).toEqual([ana()?.id, ben()?.id].sort());
});

test('the token is in no address that the browser asks for, and no referrer', {
  tag: '@core',
}, async ({ page }) => {
  const { link } = await send(page);
  const token = link.split('#')[1] ?? '?';
  const told: string[] = [];
  page.on('request', (request) => told.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.getByRole('link', { name: 'Open Your Request' }).click();
  await expect(holders(page)).toContainText(ana()?.name ?? '?');
  await holders(page)
    .getByRole('link', { name: ana()?.name ?? '?' })
    .click();
  await expect(heading(page)).toHaveText(ana()?.name ?? '?');
  expect(told.length).toBeGreaterThan(3);
  expect(told.filter((line) => line.includes(token))).toEqual([]);
  // Nor does anything say which page asks but its fonts, which are asked for before it can forbid that.
  const saying = told.filter((line) => /\/request(#.*)?$/.test(line));
  expect(saying.filter((line) => !line.includes('.woff2 '))).toEqual([]);
});

test('a guest on a computer of others leaves nothing of the request behind', async ({
  page,
  browser,
}) => {
  const { text, link } = await send(page);
  await page.goto(link);
  await press(page, `Message ${ana()?.name}`);
  await page.getByRole('textbox', { name: /^Message to / }).fill('Could you come on Friday?');
  await page
    .getByLabel('Add Photos')
    .first()
    .setInputFiles([await photo('teal.jpg', { colour: 'teal' })]);
  await expect(page.getByRole('list', { name: 'Photos for this message' })).toBeVisible();
  const kept = () =>
    page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => name),
      document.cookie,
    ]);
  await expect.poll(async () => (await kept()).join()).toContain('message.');

  await share(page);
  await page.getByText('On a shared device?').click();
  await expectAccessible(page);
  await answer(page, 'Forget This Request on This Device');
  await expect(toast(page, 'This device has forgotten your request')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your request' })).toBeHidden();
  expect((await kept()).filter((key) => key && !key.startsWith('mural_left='))).toEqual([]);
  await page.goBack();
  await expect(main(page)).toContainText(REFUSED);
  // Nothing changed for anybody else.
  const there = await elsewhere(browser, link);
  await expect(main(there)).toContainText(text['Project Description']);
});

test('whoever got somebody else’s mail erases the request by two presses, and by none', {
  tag: '@core',
}, async ({ page, browser }) => {
  const project = 'A long wall by the river, with agaves.';
  const { email } = await sendRequest(null, 'Rosa Delgado', project, cast.artists.slice(0, 1));
  const mail = await mailTo(email);
  const way = mail.links.find((link) => link.endsWith('&not-me')) ?? '?';
  const { pathname, hash } = new URL(way);
  // What reads mails follows links, and changes nothing.
  for (const method of ['GET', 'HEAD', 'POST'])
    await page.request.fetch(pathname, { method, failOnStatusCode: false });
  const there = await elsewhere(browser, pathname + hash);
  await expect(main(there)).toContainText('Didn’t send this?');
  await expect(main(there)).not.toContainText(project);
  await expect(main(there)).not.toContainText('Rosa Delgado');
  await expectAccessible(there);
  await press(there, 'I Didn’t Send This');
  await expectAccessible(there);
  await answer(there, 'Cancel');
  expect(await leadsOf(email)).toHaveLength(1);
  await there.getByRole('link', { name: 'It was me: open my request' }).click();
  await expect(main(there)).toContainText(project);
  await there.goBack();

  await press(there, 'I Didn’t Send This');
  await answer(there, 'Erase');
  await expect(main(there)).toContainText('The request is erased');
  expect(await leadsOf(email)).toEqual([]);
});

test('the page that thanks, the request’s own, and that for a lost link mail it', async ({
  page,
  browser,
}) => {
  const { text, link } = await send(page);
  const said = toast(page, `The link is on its way to ${text.Email}`);
  await page.getByRole('button', { name: 'Email Me the Link' }).click();
  await expect(said).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(text.Email)).map((mail) => mail.subject))
    .toContain('The link to your mural request');
  const mails = await mailsTo(text.Email);
  expect(
    mails.flatMap((mail) => mail.links).filter((one) => /\/request#[\w-]{43}$/.test(one)),
  ).not.toEqual([]);
  await page.goto(link);
  await share(page);
  await answer(page, 'Email Me This Link');
  await expect(said).toBeVisible();

  // With one answer for every address.
  const there = await elsewhere(browser, '/request');
  for (const email of ['nobody-here@example.com', text.Email]) {
    await there.getByLabel('Email').fill(email);
    await press(there, 'Send Link');
    const sent = there.getByText(`If there is a request from ${email}, its link is on its way.`);
    await expect(sent).toBeVisible();
  }
  await there.context().close();
  // Asking ends no link: anybody can ask.
  await page.reload();
  await expect(main(page)).toContainText(text['Project Description']);
});

test('a client has the same page in the dashboard, and it is nobody else’s', async ({
  page,
  browser,
}) => {
  const client = await person('client');
  const artist = await person('artist');
  const profile = await profileOf(artist, { name: 'Ana Robledo' });
  const project = 'Herons over the pond behind our school';
  const { id } = await sendRequest(client, 'Carmen Ibarra', project, [profile]);
  await signIn(page, client);
  await page.goto('/dashboard/client/quotes');
  await page.getByRole('link', { name: project }).click();
  await expect(page).toHaveURL(`/dashboard/client/quotes?request=${id}`);
  await expect(holders(page)).toContainText('Ana Robledo');

  const address = `/dashboard/client/quotes?request=${id}`;
  const stranger = await elsewhere(browser, address, await person('client'));
  await expect(main(stranger)).toContainText('This isn’t one of your requests');
  await stranger.context().close();

  await press(page, 'Close Request');
  await answer(page, 'Close Request');
  await expect(main(page)).toContainText('You’ve withdrawn this request.');
  await expect
    .poll(async () => (await mailsTo(artist.email)).map((mail) => mail.subject))
    .toContain('A client in Seguin has withdrawn a request');
  await press(page, 'Delete My Data');
  await answer(page, 'Delete My Data');
  await page.getByRole('link', { name: 'Back to My Quotes' }).click();
  await expect(page.getByText('No quote requests yet')).toBeVisible();
});

test('a request from before the account is added after asking', async ({ page, browser }) => {
  const { text, link, reference } = await send(page);
  const signedUp = await personWith(text.Email);
  await signIn(page, signedUp);
  await page.goto('/dashboard/client/quotes');
  const card = page.getByRole('region', { name: /sent with your address/ });
  await expect(card).toContainText(
    '1 request was sent with your address before you had an account. Add it here?',
  );
  await expect(card).toContainText(reference);
  await expectAccessible(page);
  await press(page, 'Not Now');
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByText('No quote requests yet')).toBeVisible();
  await expect(card).toBeHidden();

  // In a browser that knows nothing of it, an address that no mail has proven opens nothing …
  const there = await elsewhere(browser, '/dashboard/client/quotes', signedUp);
  await expect(there.getByText('No quote requests yet')).toBeVisible();
  await expect(there.getByRole('button', { name: 'Add', exact: true })).toBeHidden();
  // … and once it is, all that carries it.
  await call('/auth/v1/recover', 'POST', { email: text.Email }, null);
  await expect
    .poll(async () => (await mailsTo(text.Email)).some(({ text: body }) => /\b\d{6}\b/.test(body)))
    .toBe(true);
  const code = (await mailsTo(text.Email))
    .map(({ text: body }) => /\b\d{6}\b/.exec(body)?.[0])
    .find(Boolean);
  const proof = { type: 'recovery', email: text.Email, token: code };
  expect((await call('/auth/v1/verify', 'POST', proof, null)).status).toBe(200);
  await there.reload();
  await press(there, 'Add');
  await expect(toast(there, '1 request added')).toBeVisible();
  await expect(there.getByRole('row').filter({ hasText: ana()?.name ?? '?' })).toBeVisible();
  await there.context().close();
  await page.goto(link);
  await expect(holders(page)).toContainText(ana()?.name ?? '?');
  const visitor = await elsewhere(browser, link);
  await share(visitor);
  await visitor.getByRole('link', { name: 'Add to My Account' }).click();
  await expect(visitor).toHaveURL(/\/auth\?mode=register&redirect=%2Fdashboard%2Fclient%2Fquotes$/);
});

test('who was only forwarded the link changes nobody’s address; its client types six digits once', async ({
  page,
  browser,
}) => {
  const { text, link } = await send(page);
  const mail = await mailTo(text.Email);
  const emailed = mail.links.find((one) => /\/request#[\w-]{43}$/.test(one)) ?? '?';
  const { pathname, hash } = new URL(emailed);
  const reader = await elsewhere(browser, pathname + hash);
  const change = async (of: Page, email: string) => {
    await press(of, 'Edit');
    await of.getByLabel('Email', { exact: true }).fill(email);
    await press(of, 'Save Contact');
    await answer(of, 'Use This Address');
  };
  await page.goto(link);
  await change(page, 'eve@example.com');
  const question = page.getByRole('dialog', { name: 'Confirm to change your contact' });
  await expect(question).toContainText(`We emailed six digits to ${text.Email}`);
  await expectAccessible(page);
  await question.getByLabel('Code', { exact: true }).fill('12');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toContainText('That code is wrong or has expired.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(
    toast(page, 'Only the client can do this. Confirm it with the code we email you.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('eve@example.com');

  const next = `new-${text.Email}`;
  await change(reader, next);
  await confirmByCode(reader, text.Email, 'To change your contact');
  await expect(toast(reader, 'Your contact is corrected')).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(text.Email)).map((one) => one.subject))
    .toContainEqual(expect.stringMatching(/^The email address changed \(\w{6}\)$/));
  // This device is the client’s from now on.
  await share(reader);
  await reader.getByText('Someone else has this link?').click();
  await answer(reader, 'Replace Link');
  await expect(toast(reader, 'Old links no longer work. We emailed you the new one')).toBeVisible();
  await expect(reader).not.toHaveURL(pathname + hash);
  await expect(main(reader)).toContainText(text['Project Description']);
  await reader.context().close();
  for (const old of [link, pathname + hash]) {
    const refused = await elsewhere(browser, old);
    await expect(main(refused)).toContainText(REFUSED);
    await refused.context().close();
  }
});

test('a guest who reads the old address no more asks for another; who reads it stops that by one press', async ({
  page,
  browser,
}) => {
  const { email } = await sendRequest(
    null,
    'Rosa Delgado',
    'A wall by the river',
    cast.artists.slice(0, 1),
  );
  const openFrom = async (to: string, subject: RegExp) => {
    const mail = async () => (await mailsTo(to)).find((one) => subject.test(one.subject));
    await expect.poll(mail).toBeTruthy();
    const link = (await mail())?.links.find((one) => /\/request#[\w-]{43}$/.test(one)) ?? '?';
    const { pathname, hash } = new URL(link);
    return elsewhere(browser, pathname + hash);
  };
  const reader = await openFrom(email, /./);
  await expect(main(reader)).toContainText('A wall by the river');
  await page.goto(reader.url());

  const next = `new-${email}`;
  await press(page, 'Edit');
  await page.getByLabel('Email', { exact: true }).fill(next);
  await press(page, 'Save Contact');
  await answer(page, 'Use This Address');
  await answer(page, 'I Can’t Read That Address Anymore');
  await expectAccessible(page);
  await expect(page.getByRole('dialog').getByLabel('New email')).toHaveValue(next);
  await answer(page, 'Ask for the Change');
  await expect(page.getByRole('dialog')).toContainText(`We emailed a link to ${next}.`);
  await answer(page, 'Done');
  const change = (of: Page) => of.getByRole('region', { name: 'Address change' });
  await expect(change(page)).toContainText('if you open the link we emailed there before');
  await expectAccessible(page);

  const confirmed = await openFrom(next, /^Confirm this address/);
  await expect(change(confirmed)).toContainText(
    /becomes the address of this request on .+ \d+, \d{4}\./,
  );
  await confirmed.context().close();

  await reader.context().close();
  const owner = await openFrom(email, /^Your request’s address changes on /);
  await press(owner, 'Stop the Change');
  await expect(change(owner)).toBeHidden();
  await page.reload();
  await expect(main(page)).toContainText(email);
  await expect(change(page)).toBeHidden();
});

test('the home page leads to it in the browser that sent it, until it is withdrawn and erased', async ({
  page,
  browser,
}) => {
  const { text, link } = await send(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Your request', exact: true }).click();
  await expect(holders(page)).toContainText(ana()?.name ?? '?');
  const other = await elsewhere(browser, '/');
  await other.mouse.wheel(0, 100);
  await expect(other.getByRole('link', { name: 'Get a Free Quote' }).first()).toBeVisible();
  await expect(other.getByRole('link', { name: 'Your request', exact: true })).toBeHidden();
  await other.context().close();

  await press(page, 'Close Request');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Add details')).toBeVisible();
  await press(page, 'Close Request');
  await answer(page, 'Close Request');
  await expect(main(page)).toContainText('You’ve withdrawn this request.');
  await expect(page.getByLabel('Add details')).toBeHidden();

  await press(page, 'Delete My Data');
  await answer(page, 'Delete My Data');
  await expect(main(page)).toContainText('Your request is erased');
  expect(await leadsOf(text.Email)).toEqual([]);
  await page.goto('/');
  expect(await page.evaluate(() => localStorage['mural-request'])).toBeUndefined();
  await page.goto(link);
  await expect(main(page)).toContainText(REFUSED);
});
