import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import {
  elsewhere,
  expectAccessible,
  openTile,
  photo,
  profileOf,
  putFile,
  rpc,
  sendLead,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { asService, type Person, person, readArtist, signIn } from '../fixtures/admin-support.ts';
import { ORIGIN } from '../fixtures/api.ts';
import { comesToRest } from '../fixtures/axe.ts';
import { expectAfterRetries, holdRetries } from '../fixtures/retries.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

let artist: Person;
test.beforeEach(async ({ page }) => {
  artist = await person('artist');
  await signIn(page, artist);
});

interface Stored {
  profile_photo: string;
  portfolio_images: string[];
}
const stored = async (id: string) => (await readArtist(id)) as unknown as Stored;
/** An upload as its owner reads it: not everybody sees it while the profile is private. */
const original = (page: Page, url: string | undefined) =>
  page.request.get((url ?? '').replace('/object/public/', '/object/authenticated/'), {
    headers: { authorization: `Bearer ${artist.token}` },
  });
const pictures = (page: Page) => page.getByRole('list', { name: 'Portfolio photos' }).locator('li');

test('an artist fills the profile, uploads a photo and three images, and goes public', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/dashboard/artist/profile');
  await expect(page.getByLabel('Name')).toHaveValue('Test artist');
  await expect(page.getByLabel('Email')).toHaveValue(artist.email);
  await page.getByLabel('Name').fill('Dolores Huerta Murals');
  await page.getByLabel('City').fill('Boerne');
  await page.getByLabel('State').fill('texas');
  await page.getByLabel('Bio').fill('I paint the hills as they look after rain.');
  await page.getByLabel('Phone').fill('830 555 0101');
  await page.getByLabel('Years of Experience').fill('7');
  await page.getByLabel('Another style').fill('Lettering,  , Cowboy Baroque');
  await page.getByLabel('Another style').press('Enter');
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  for (const name of ['Lettering', 'Cowboy Baroque'])
    await expect(chip(name)).toHaveAttribute('aria-pressed', 'true');
  for (const name of ['Nature', 'Realistic', 'Acrylic', 'Stucco', 'Brick', 'English', 'Spanish'])
    await chip(name).click();
  await page.getByLabel('Miles You Travel').fill('60');
  await page.getByLabel('Minimum Price').fill('1500');
  await page.getByLabel('Liability Insurance').selectOption('Yes, I am insured');
  await page.getByLabel('Website').fill('dolores.example');
  await page.getByLabel('Social Links').fill('instagram.com/dolores');
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Profile updated successfully')).toBeVisible();
  await expect(page.getByText('You have unsaved changes.')).toHaveCount(0);

  await page.getByLabel('Upload photo').setInputFiles(await photo('me.jpg'));
  await page.getByText('Fine Adjust').click();
  const zoom = page.getByLabel('Zoom');
  await zoom.focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
  await expect(zoom).toHaveValue('1.1');
  await page.getByRole('button', { name: 'Save Photo' }).click();
  await expect(toast(page, 'Profile photo updated')).toBeVisible();

  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await page
    .getByLabel('Upload photos')
    .setInputFiles([
      await photo('a.jpg', { colour: '#d2337a' }),
      await photo('b.jpg', { colour: '#f5b32e' }),
      await photo('c.jpg', { colour: '#004358' }),
    ]);
  await expect(toast(page, '3 image(s) added to portfolio')).toBeVisible();
  await expect(pictures(page)).toHaveCount(3);

  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('switch', { name: 'Public profile' }).click();
  await expect(toast(page, 'Profile is now public')).toBeVisible();
  const href =
    (await page.getByRole('link', { name: 'View public page' }).getAttribute('href')) ?? '';
  await expect.poll(async () => (await page.request.get(href)).status()).toBe(200);
  const html = await (await page.request.get(href)).text();
  for (const text of [
    'Dolores Huerta Murals',
    'after rain',
    '7+ Years Experience',
    'Lettering',
    'Spanish',
    'Travels up to 60 miles',
    'Walls from $1,500',
    'Says they’re insured',
  ]) {
    expect(html).toContain(text);
  }
  for (const link of ['https://dolores.example', 'https://instagram.com/dolores']) {
    expect(html).toMatch(new RegExp(`<a href="${link}"[^>]* rel="nofollow noopener ugc">`));
  }
  // The pictures follow as soon as their variants are made.
  await expect
    .poll(
      async () =>
        new Set((await (await page.request.get(href)).text()).match(/\/media\/\w+/g)).size,
    )
    .toBeGreaterThanOrEqual(4);
  expect(html).not.toContain('830 555 0101');
  expect(html).not.toContain(artist.email);

  await page.getByRole('switch', { name: 'Public profile' }).click();
  await expect(toast(page, 'Profile is now private')).toBeVisible();
  await expect.poll(async () => (await page.request.get(href)).status()).toBe(404);
});

test('an empty profile does not go public, and says what is missing and where to add it', async ({
  page,
}) => {
  const mine = await profileOf(artist, { public_visible: false });
  await page.goto('/dashboard/artist/profile');
  const visibility = page.getByRole('switch', { name: 'Public profile' });
  await visibility.click();
  const asked = page.getByRole('dialog', { name: 'Almost ready to go public' });
  await expect(asked.getByRole('link')).toHaveText(['Add your city', 'Add a style', 'Add a photo']);
  await expectAccessible(page);
  await asked.getByRole('link', { name: 'Add your city' }).click();
  await expect(page.getByLabel('City')).toBeFocused();

  // Elsewhere meanwhile: what counts is the profile as it is now.
  const row = { city: 'Boerne', styles: ['Nature'] };
  await asService(`/rest/v1/artists?id=eq.${mine.id}`, 'PATCH', row);
  await visibility.click();
  await expect(asked.getByRole('link')).toHaveText(['Add a photo']);
  await asked.getByRole('link').click();
  await page.getByLabel('Upload photos').setInputFiles(await photo('a.jpg'));
  await expect(pictures(page)).toHaveCount(1);
  await page.goto('/dashboard/artist/profile');
  await visibility.click();
  await expect(toast(page, 'Profile is now public')).toBeVisible();
});

test('the profile form refuses what section 5 refuses, beside the field', async ({ page }) => {
  await page.goto('/dashboard/artist/profile');
  const cases: [string, string, string][] = [
    ['Name', ' ', 'Name is required'],
    ['Email', 'nonsense', 'Invalid email address'],
    ['Bio', 'x'.repeat(2001), 'Bio must be at most 2000 characters'],
    ['Years of Experience', '101', 'Years of experience must be a whole number from 0 to 100'],
    ['Website', 'javascript:alert(1)', 'Please enter a web address, such as example.com'],
  ];
  for (const [label, value, sentence] of cases) {
    const field = page.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await field.fill(value);
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await expect(toast(page, sentence).first()).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
    await field.fill(before);
  }
  const many = Array.from({ length: 22 }, (_, i) => `s${i}`).join(', ');
  const style = page.getByLabel('Another style');
  const long = 'x'.repeat(51);
  await style.fill(long);
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(style).toBeFocused();
  await expect(style).toHaveAccessibleDescription(/Each item must be at most 50 characters/);
  await page.getByRole('button', { name: long }).click();
  await style.fill(many);
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Profile updated successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 's19', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 's20', exact: true })).toHaveCount(0);
});

test('what is typed into the profile stays until it is saved or discarded', async ({
  page,
  context,
}) => {
  const { id } = await profileOf(artist);
  const bio = page.getByLabel('Bio');
  const unsaved = page.getByText('You have unsaved changes.');
  await page.goto('/dashboard/artist/profile');
  await bio.fill('Half a sentence');
  await page.getByRole('link', { name: 'Leads' }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await page.goto('/dashboard/artist/profile');
  await expect(bio).toHaveValue('Half a sentence');
  await expect(unsaved).toBeVisible();
  await context.setOffline(true);
  await bio.fill('Half a sentence, and the rest');
  await context.setOffline(false);
  await page.reload();
  await expect(bio).toHaveValue('Half a sentence, and the rest');
  // Nobody else reads half a sentence.
  expect(await asService(`/rest/v1/artists?id=eq.${id}&select=bio`)).toEqual([{ bio: null }]);

  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(bio).toHaveValue('');
  await expect(unsaved).toHaveCount(0);
  await page.reload();
  await expect(bio).toHaveValue('');
  await bio.fill('A whole sentence.');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Profile updated successfully')).toBeVisible();
  await page.reload();
  await expect(bio).toHaveValue('A whole sentence.');
  await expect(unsaved).toHaveCount(0);
});

test('pictures leave the browser upright, small and without where they were taken', async ({
  page,
}) => {
  const { id } = await profileOf(artist);
  await page.goto('/dashboard/artist/portfolio');
  // 3000 × 2000 on its side: upright it is 2000 × 3000, and the longest side may have 2400.
  const large = await photo('large.jpg', { width: 3000, height: 2000 });
  expect((await sharp(large.buffer).metadata()).exif).toBeTruthy();
  await page.getByLabel('Upload photos').setInputFiles(large);
  await expect(toast(page, '1 image(s) added to portfolio')).toBeVisible();
  const [url] = (await stored(id)).portfolio_images;
  expect(url).toMatch(new RegExp(`/portfolio-images/${artist.id}/\\d{13}-0\\.webp$`));
  const sent = sharp(await (await original(page, url)).body());
  const { width, height, exif, format } = await sent.metadata();
  expect({ width, height, exif, format }).toEqual({
    width: 1600,
    height: 2400,
    exif: undefined,
    format: 'webp',
  });
});

test('a new photo replaces the old file, also of another type', async ({ page }) => {
  const { id } = await profileOf(artist);
  const key = `profile-photos/${artist.id}/profile.png`;
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await putFile(key, png, artist, 'image/png');

  await page.goto('/dashboard/artist/profile');
  const gif = { name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
  await page.getByLabel('Upload photo').setInputFiles(gif);
  await expect(toast(page, 'Failed to upload profile photo')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Profile photo' }).getByText('me.gif isn’t a JPEG'),
  ).toBeVisible();
  for (const colour of ['#d2337a', '#004358']) {
    await page
      .getByLabel(/Upload photo|Replace photo/i)
      .setInputFiles(await photo('p.jpg', { colour }));
    await page.getByRole('button', { name: 'Save Photo' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(toast(page, 'Profile photo updated').first()).toBeVisible();
  }
  const { profile_photo } = await stored(id);
  expect(profile_photo).toMatch(
    new RegExp(`/profile-photos/${artist.id}/profile\\.webp\\?v=\\d+$`),
  );
  const old = await original(page, `${ORIGIN}/storage/v1/object/public/${key}`);
  expect(old.status()).toBeGreaterThanOrEqual(400);
  const { dominant } = await sharp(await (await original(page, profile_photo)).body()).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
});

test('what is no picture is refused before sending; what fails keeps the others and can be retried', async ({
  page,
}) => {
  const { id } = await profileOf(artist);
  await page.goto('/dashboard/artist/portfolio');
  let uploads = 0;
  await page.route('**/storage/v1/object/portfolio-images/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    uploads++;
    return route.request().url().endsWith('-1.webp') && uploads <= 3
      ? route.fulfill({ status: 403, json: { message: 'No' } })
      : route.continue();
  });
  const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.getByLabel('Upload photos').setInputFiles([svg]);
  await expect(toast(page, 'Failed to upload portfolio images')).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Not uploaded' }).getByText('logo.svg isn’t a JPEG'),
  ).toBeVisible();
  await page.getByLabel('Upload photos').setInputFiles([broken]);
  await expect(
    page.getByRole('alert').filter({ hasText: 'broken.png can’t be read' }),
  ).toBeVisible();
  expect(uploads).toBe(0);

  await page
    .getByLabel('Upload photos')
    .setInputFiles([
      await photo('first.jpg'),
      await photo('second.jpg', { colour: '#fd7400' }),
      await photo('third.jpg', { colour: '#004358' }),
    ]);
  await expect(toast(page, 'Failed to upload portfolio images').last()).toBeVisible();
  await expect(toast(page, '2 image(s) added to portfolio')).toBeVisible();
  await expect(pictures(page)).toHaveCount(2);
  await expect(page.getByRole('alert').filter({ hasText: 'The site refused it' })).toBeVisible();
  await page.getByRole('button', { name: 'Try second.jpg again' }).click();
  await expect(toast(page, '1 image(s) added to portfolio')).toBeVisible();
  await expect(pictures(page)).toHaveCount(3);
  expect((await stored(id)).portfolio_images.map((url) => url.slice(-7))).toEqual([
    '-0.webp',
    '-1.webp',
    '-2.webp',
  ]);
  await page.getByRole('button', { name: 'Dismiss logo.svg' }).click();
  await expect(page.getByText('logo.svg isn’t')).toHaveCount(0);
});

test('pictures are put in order by keyboard and by dragging, removed and brought back', async ({
  page,
}) => {
  const { id } = await profileOf(artist);
  await page.goto('/dashboard/artist/portfolio');
  await page
    .getByLabel('Upload photos')
    .setInputFiles([
      await photo('a.jpg', { colour: '#d2337a' }),
      await photo('b.jpg', { colour: '#f5b32e' }),
      await photo('c.jpg', { colour: '#004358' }),
    ]);
  await expect(pictures(page)).toHaveCount(3);
  const [a, b, c] = (await stored(id)).portfolio_images;
  const order = async () => (await stored(id)).portfolio_images;

  await page.getByRole('button', { name: 'Photo 1', exact: true }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toHaveAccessibleName('Photo 1 of 3');
  await expectAccessible(page);
  const later = sheet.getByRole('button', { name: 'Later' });
  await later.press('Enter');
  await expect(sheet).toHaveAccessibleName('Photo 2 of 3');
  await expect(sheet.getByRole('status')).toHaveText('Photo moved to position 2 of 3.');
  await expect.poll(order).toEqual([b, a, c]);
  await later.press('Enter');
  await expect(later).toHaveAttribute('aria-disabled', 'true');
  await expect(later).toBeFocused();
  await expect.poll(order).toEqual([b, c, a]);
  await page.keyboard.press('Escape');

  const tile = (n: number) => pictures(page).nth(n).locator('img');
  await tile(2).dragTo(tile(0));
  await expect.poll(order).toEqual([a, b, c]);
  await page.reload();
  await expect(pictures(page).nth(0)).toHaveAttribute('data-picture', a ?? '');

  // A drag is no press: nothing is open.
  await expect(sheet).toBeHidden();
  await (await openTile(page, 'Photo 2')).getByRole('button', { name: 'Remove' }).click();
  await toast(page, 'Image removed from portfolio').hover();
  await expect(pictures(page)).toHaveCount(2);
  // Its time stands still meanwhile.
  await toast(page, 'Image removed from portfolio').hover();
  await expect.poll(order).toEqual([a, c]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(order).toEqual([a, b, c]);
  await expect(pictures(page)).toHaveCount(3);
  expect((await original(page, b)).status()).toBe(200);
  // What cannot be removed stays.
  await page.route('**/rest/v1/artists*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await (await openTile(page, 'Photo 1')).getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Failed to delete image')).toBeVisible();
  await expect(pictures(page)).toHaveCount(3);
});

test('as long as Undo is there, so is the file; then it goes, and says so when it cannot', async ({
  page,
}) => {
  const { id } = await profileOf(artist);
  await page.clock.install();
  await page.goto('/dashboard/artist/portfolio');
  await page
    .getByLabel('Upload photos')
    .setInputFiles([await photo('a.jpg'), await photo('b.jpg', { colour: '#f5b32e' })]);
  await expect(pictures(page)).toHaveCount(2);
  const [a = '', b = ''] = (await stored(id)).portfolio_images;
  const status = async (url: string) => (await original(page, url)).status();
  const removed = toast(page, 'Image removed from portfolio');
  const remove = async () => {
    await (await openTile(page, 'Photo 1')).getByRole('button', { name: 'Remove' }).click();
    await expect(removed).toBeVisible();
    // With their dialog the toasts move to another place of the document, away from the pointer for a moment.
    await expect(page.getByRole('dialog')).toBeHidden();
  };

  await remove();
  await removed.hover();
  // Time for the toast to unfold under the pointer, which stops its clock.
  await expect(page.locator('[data-sonner-toast][data-expanded="true"]').first()).toBeVisible();
  await comesToRest(page);
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored(id)).portfolio_images).toEqual([a, b]);
  expect(await status(a)).toBe(200);
  await page.mouse.move(0, 0);
  await expect(removed).toBeHidden();

  await remove();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(10_000);
  await expect.poll(() => status(a)).toBeGreaterThanOrEqual(400);

  await expect(removed).toBeHidden();
  await page.route('**/storage/v1/object/portfolio-images', (route) => route.abort());
  await remove();
  await page.getByRole('button', { name: 'Close toast' }).first().click();
  await expect(toast(page, 'Failed to delete image')).toBeVisible();
  await expect(page.getByText('Your walls go here')).toBeVisible();
  expect(await status(b)).toBe(200);
});

test('a lead is masked until this artist takes it on, whatever another one does', {
  tag: '@core',
}, async ({ page, browser }) => {
  const mine = await profileOf(artist, { name: 'First Artist' });
  const colleague = await person('artist');
  const theirs = await profileOf(colleague, { name: 'Second Artist' });
  const project = `A library wall for children, with every letter of the alphabet ${Date.now()}`;
  const leadId = await sendLead(null, 'Carmen Ibarra', project, [mine, theirs]);

  await page.goto('/dashboard/artist/leads');
  const row = page.getByRole('row').filter({ hasText: project.slice(0, 50) });
  await expect(row).toContainText('***');
  await expect(row).not.toContainText('Carmen');
  await expectAccessible(page);
  await row.getByRole('link', { name: `${project.slice(0, 50)}...` }).click();
  const panel = page.getByRole('article');
  await expect(panel).toContainText(project);
  for (const text of ['Seguin', 'Stucco', 'Lettering', '$10,000+', '12 × 40 ft']) {
    await expect(panel).toContainText(text);
  }
  await expect(panel).not.toContainText('Carmen');
  await expectAccessible(page);
  await panel.getByLabel(/^Status of/).selectOption('In Review');
  await expect(toast(page, 'Lead status updated')).toBeVisible();
  await expect(panel).toContainText('Carmen Ibarra');
  await expect(panel.getByRole('link', { name: '210 555 0188' })).toHaveAttribute(
    'href',
    'tel:2105550188',
  );
  await page.goBack();
  await expect(row).toContainText('Carmen Ibarra');

  const other = await elsewhere(browser, '/dashboard/artist/leads', colleague);
  await expect(other.getByRole('row').filter({ hasText: '***' })).toHaveCount(1);
  await expect(other.getByText('Carmen')).toHaveCount(0);
  await other.context().close();

  await row.getByLabel(/^Status of/).selectOption('Completed');
  await expect(toast(page, 'Lead status updated').first()).toBeVisible();
  const status = async () => {
    const [assignment] = await asService<{ status: string }[]>(
      `/rest/v1/lead_assignments?lead_id=eq.${leadId}&artist_id=eq.${mine.id}`,
    );
    return assignment?.status;
  };
  await expect.poll(status).toBe('completed');

  await page.getByRole('link', { name: 'To Answer 0' }).click();
  await expect(page.getByText('No leads here')).toBeVisible();
  await expect(page).toHaveURL(/\?show=answer$/);
  await page.goBack();
  await expect(row).toBeVisible();
});

test('a status chosen by a slip is undone from its toast, and its row follows', async ({
  page,
}) => {
  const mine = await profileOf(artist);
  const project = `A wall that is not painted yet ${Date.now()}`;
  await sendLead(null, 'Carmen Ibarra', project, [mine]);
  await page.goto('/dashboard/artist/leads');
  const row = page.getByRole('row').filter({ hasText: project });
  await expect(row).toContainText('Not opened');
  await row.getByLabel(/^Status of/).selectOption('Completed');
  await expect(row).toContainText('Painting · Client’s turn');
  await expect(toast(page, 'Lead status updated')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Not answered');
  await expect(row.getByLabel(/^Status of/)).toHaveValue('new');
});

test('leads are an inbox: tabs with counts, a search, and the last activity first', async ({
  page,
}) => {
  const mine = await profileOf(artist);
  // More than are read at once; the last few come at one moment, across the end of the first page.
  const leads = Array.from({ length: 103 }, (_, i) => ({
    id: randomUUID(),
    kind: 'consultation',
    project_description: `Wall number ${i + 1} of a long street`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.max(103 - i, 6))).toISOString(),
  }));
  await asService('/rest/v1/lead_records', 'POST', leads);
  const assigned = leads.map(({ id, created_at }) => ({
    ...{ lead_id: id, artist_id: mine.id, created_at, updated_at: created_at },
  }));
  await asService('/rest/v1/lead_assignments', 'POST', assigned);
  const { id, token } = await sendRequest(null, 'Ida', 'A heron above the door', [mine]);
  const thread = { p_lead: id, p_artist: mine.id, p_token: token };
  await rpc('send_message', { ...thread, p_body: 'Hello!', p_key: randomUUID() }, null);

  await page.goto('/dashboard/artist/leads');
  const rows = page.getByRole('rowheader');
  await expect(page.getByText('104 leads')).toBeVisible();
  await expect(rows.first()).toHaveText('A heron above the door');
  const tabs = page.getByRole('navigation', { name: 'Filter' }).getByRole('link');
  await expect(tabs).toHaveText([
    'All104',
    'Your Turn104',
    'To Answer104',
    'Unread1',
    'Proposals0',
    'Booked0',
    'Done0',
  ]);
  await expectAccessible(page);
  // Each once, however far one goes.
  await expect(async () => {
    await page.getByRole('row').last().scrollIntoViewIfNeeded();
    expect(new Set(await rows.allTextContents()).size).toBe(104);
    expect(await rows.count()).toBe(104);
  }).toPass();

  await page.getByRole('link', { name: 'To Answer 104' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Wall number 1 of' });
  await row.getByLabel(/^Status of/).selectOption('Completed');
  await expect(row).toHaveCount(0);
  await expect(tabs.nth(2)).toHaveText('To Answer103');
  await page.getByLabel('Search name, city or text').fill('street 10');
  await expect(page.getByText('5 leads')).toBeVisible();
  await expect(page).toHaveURL(/\?show=answer&q=street\+10$/);
  await page.getByLabel('Search name, city or text').fill('HERON the');
  await page.getByRole('link', { name: 'Unread 1' }).click();
  await expect(rows).toHaveText(['A heron above the door']);
  await page.reload();
  await expect(rows).toHaveText(['A heron above the door']);
  await page.goBack();
  await expect(page).toHaveURL(/\?show=answer&q=HERON\+the$/);
  await expect(rows).toHaveText(['A heron above the door']);

  // Of one height, whatever they say: 56 px, and 88 px on phones.
  const height = async () =>
    Math.round((await rows.first().locator('..').boundingBox())?.height ?? 0);
  expect(await height()).toBe(56);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(height).toBe(88);
  await expectAccessible(page);
});

test('what fails says so in the specification’s words, and nothing is lost', async ({ page }) => {
  const mine = await profileOf(artist, { public_visible: false });
  await sendLead(null, 'Somebody', 'A wall that nobody has looked at yet', [mine]);
  const fail = (url: string, method: string) =>
    page.route(url, (route) =>
      route.request().method() === method ? route.abort() : route.continue(),
    );

  await fail('**/rest/v1/rpc/save_artist_profile', 'POST');
  await fail('**/rest/v1/artists*', 'PATCH');
  await fail('**/rest/v1/rpc/set_lead_status', 'POST');
  await fail('**/storage/v1/object/profile-photos/**', 'POST');

  await page.goto('/dashboard/artist/profile');
  await page.getByLabel('Bio').fill('Kept while the line is down');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Failed to save profile')).toBeVisible();
  await expect(page.getByLabel('Bio')).toHaveValue('Kept while the line is down');
  await page.getByRole('switch', { name: 'Public profile' }).click();
  await expect(toast(page, 'Failed to update visibility')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Public profile' })).not.toBeChecked();
  await page.getByLabel('Upload photo').setInputFiles(await photo('me.jpg'));
  await page.getByRole('button', { name: 'Save Photo' }).click();
  await expect(toast(page, 'Failed to upload profile photo')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Photo' })).toBeEnabled();

  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/dashboard/artist/leads');
  await page.getByLabel(/^Status of/).selectOption('Completed');
  await expect(toast(page, 'Failed to update status')).toBeVisible();
  await expect(page.getByLabel(/^Status of/)).toHaveValue('new');
});

test('a profile that does not load can be tried again', async ({ page }) => {
  await page.route('**/rest/v1/rpc/ensure_artist_profile', (route) => route.abort());
  await page.goto('/dashboard/artist/profile');
  await expect(toast(page, 'Failed to load profile')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Public profile' }).click();
  await expect(toast(page, 'Artist profile not loaded')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/ensure_artist_profile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Bio')).toBeVisible();
});

test('leads that do not load are no toast, but a way to try again', async ({ page }) => {
  await page.route('**/rest/v1/leads*', (route) => route.abort());
  await holdRetries(page);
  await page.goto('/dashboard/artist/leads');
  await expectAfterRetries(page, page.getByText('Your leads didn’t load'));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Notifications').getByRole('listitem')).toHaveCount(0);
  await page.unroute('**/rest/v1/leads*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No leads yet')).toBeVisible();
});

test('the sidebar folds by shortcut, remembers it for a week, and is a drawer on phones', async ({
  page,
  context,
}) => {
  await page.goto('/dashboard/artist/settings');
  await expect(page.getByText('coming soon')).toBeVisible();
  await expect(page.getByText('Logout')).toHaveCount(1);
  const aside = page.getByRole('complementary');
  const width = async () => (await aside.boundingBox())?.width;
  await expect.poll(width).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(48);
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 6.9 * 86_400);
  expect(cookie?.expires).toBeLessThan(Date.now() / 1000 + 7.1 * 86_400);
  await page.reload();
  await expect.poll(width).toBe(48);
  await expect(aside.getByRole('link', { name: 'Work' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect.poll(width).toBe(256);
  // Another tab folds its own.
  await context.addCookies([{ name: 'sidebar_state', value: 'false', url: page.url() }]);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(48);

  await page.setViewportSize({ width: 320, height: 844 });
  await expect(aside).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(288);
  await expect(drawer.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(drawer).toContainText('Test artist');
  await expect(page.getByText('Logout')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
});

test('an artist who leaves takes the files along, before the account', async ({ page }) => {
  await profileOf(artist);
  const key = `portfolio-images/${artist.id}/1700000000000-0.jpg`;
  await putFile(key, (await photo('wall.jpg')).buffer, artist);

  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'DELETE') calls.push(`DELETE ${request.postData()}`);
    if (pathname.endsWith('/delete_my_account')) calls.push('account');
  });
  await page.goto('/dashboard/artist/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete for Good' }).click();
  await expect(toast(page, 'Your account and your data are deleted')).toBeVisible();
  const [, file] = key.split('portfolio-images/');
  expect(calls).toEqual([`DELETE ${JSON.stringify({ prefixes: [file] })}`, 'account']);
  const gone = await page.request.get(`${ORIGIN}/storage/v1/object/public/${key}`);
  expect(gone.status()).toBeGreaterThanOrEqual(400);
});
