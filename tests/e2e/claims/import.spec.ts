import { randomUUID } from 'node:crypto';
import { actCalmly } from '#tests/support/calm.ts';
import {
  elsewhere,
  expectAccessible,
  expectToFit,
  fillSignIn,
  mailTo,
  newEmail,
  rpc,
  toast,
} from '../fixtures/account-support.ts';
import { asService, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { PUBLISHED, published } from '../fixtures/artists.ts';
import { expect, test } from '../fixtures/test.ts';

/** Artists come from a file, and one of them takes over the page that was made of a line. */
const tag = () => randomUUID().slice(0, 8);

/** A file of `count` artists of a town; `change` says what is wrong with some lines. */
function fileOf(count: number, town: string, change: (index: number) => Record<string, string>) {
  const columns = [
    'Name',
    'Email',
    'City',
    'State',
    'Styles',
    'Years of experience',
    'Public',
    'Photo',
  ];
  const lines = Array.from({ length: count }, (_, i) => {
    const cells: Record<string, string> = {
      Name: `Painter ${i} ${town}`,
      Email: `p${i}-${town}@example.com`,
      City: town,
      State: 'Texas',
      Styles: '"Fresco; Pop, Op"',
      'Years of experience': String(i % 40),
      ...change(i),
    };
    return columns.map((column) => cells[column] ?? '').join(',');
  });
  const text = `\ufeff${[columns.join(','), ...lines].join('\r\n')}\r\n`;
  return { name: 'artists.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

const WRONG: Record<number, Record<string, string>> = {
  3: { Name: '' },
  4: { Name: '\u200b\u200b' },
  50: { Name: 'x'.repeat(101) },
  120: { Name: 'NULL' },
  199: { Name: '#REF!' },
};
/** What is left out of lines that are imported all the same. */
const UNCLEAR: Record<number, Record<string, string>> = {
  51: { 'Years of experience': 'many' },
  52: { Styles: 'x'.repeat(51) },
  53: { Public: 'perhaps' },
};
const artistsOf = (town: string) =>
  asService<{ id: string; slug: string; unclaimed: boolean; public_visible: boolean }[]>(
    `/rest/v1/artists?select=id,slug,unclaimed,public_visible&city=eq.${town}`,
  );

test('200 artists come from a file with 5 bad lines, once', async ({ page }) => {
  const town = `Terlingua${tag()}`;
  await signIn(page, await person('admin'));
  await page.goto('/dashboard/admin/artists');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const choose = (lines: (i: number) => Record<string, string>) =>
    page.getByLabel(/Choose (a CSV|another) file/i).setInputFiles(fileOf(200, town, lines));
  await choose((i) => WRONG[i] ?? UNCLEAR[i] ?? {});
  const counts = page.getByRole('list', { name: 'What becomes of the lines' });
  await expect(counts).toContainText('195new');
  await expect(counts).toContainText('5errors');
  const table = page.getByRole('table', { name: 'Rows' });
  for (const [line, text] of [
    [6, 'Name is required'],
    [52, 'Name must be at most 100 characters'],
    [53, 'Years of experience must be a whole number from 0 to 100'],
    [54, 'Each item must be at most 50 characters'],
    [55, 'Please write yes or no'],
  ])
    await expect(
      table
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: String(line), exact: true }) }),
    ).toContainText(String(text));
  // Nothing has happened yet, and a lost connection changes nothing about that.
  expect(await artistsOf(town)).toEqual([]);
  await page.route('**/rpc/import_artists', (route) => route.abort());
  await page.getByRole('button', { name: 'Import the Other 195 Artists' }).click();
  await expect(page.getByLabel('Notifications')).toContainText('nothing is imported twice');
  await page.unroute('**/rpc/import_artists');
  await expectToFit(page, 320);
  await expectAccessible(page);

  await actCalmly(page, / Imported\.$/, () =>
    page.getByRole('button', { name: 'Import the Other 195 Artists' }).click(),
  );
  await expect(counts).toContainText('195added');
  const made = await artistsOf(town);
  expect(made).toHaveLength(195);
  expect(made.every(({ unclaimed }) => unclaimed)).toBe(true);

  // The corrected file adds the five, and nobody twice.
  await choose(
    (i): Record<string, string> => (WRONG[i] ? { Photo: `https://photos.localhost/${i}.jpg` } : {}),
  );
  await expect(counts).toContainText('5new');
  await expect(counts).toContainText('2to change');
  await expect(counts).toContainText('193unchanged');
  await page.route('**/rpc/imported_photos', (route) => route.abort());
  await page.getByRole('button', { name: 'Import 7 Artists' }).click();
  await expect(counts).toContainText('5added');
  const all = await artistsOf(town);
  expect(all).toHaveLength(200);

  // New pages with a photo are shown and their artists invited in one press.
  const slugs = all.flatMap(({ id, slug }) => (made.some((one) => one.id === id) ? [] : [slug]));
  const photo = `https://photos.example/${town}.webp`;
  await asService(`/rest/v1/artists?slug=in.(${slugs})`, 'PATCH', { profile_photo: photo });
  await page.unroute('**/rpc/imported_photos');
  // Only servers on the internet are asked for photos.
  await expect(page.getByText('0 of 5 photos · 5 failed')).toBeVisible();
  const problems = page.getByRole('list', { name: 'Photos that could not be fetched' });
  await expect(problems.getByText('Its server is not on the internet')).toHaveCount(5);
  await page.getByRole('button', { name: 'Show and Invite Those with Photos' }).click();
  await expect(page.getByLabel('Notifications')).toContainText(
    '5 invitations are in the Email Log',
  );
  await expect(page.getByRole('button', { name: /^Show and Invite/ })).toBeHidden();
  const shown = (await artistsOf(town)).filter(({ public_visible }) => public_visible);
  expect(shown).toHaveLength(5);
  await asService(`/rest/v1/artists?city=eq.${town}`, 'DELETE');
});

test('a file of murals names artists that nobody knows, and says what is a draft', async ({
  page,
}) => {
  await signIn(page, await person('admin'));
  await page.goto('/dashboard/admin/murals');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const [draft, lost] = [`Draft ${tag()}`, `Lost ${tag()}`];
  const text = `Title,Artist,Public\n${draft},,yes\n${lost},Pepe Nobody,no\n`;
  await page
    .getByLabel(/Choose (a CSV|another) file/i)
    .setInputFiles({ name: 'murals.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row(draft)).toContainText('New');
  await expect(row(draft).getByRole('list', { name: 'Left out' })).toContainText(
    'Imported as a draft: add a photo, then publish it',
  );
  await expect(row(lost)).toContainText(
    'Artist: “Pepe Nobody”: No artist has this slug, email or name. Import the artist first, or leave this cell empty.',
  );
  await expectAccessible(page);
});

/** Makes a public page of a line of a file; gives its slug. */
async function importedPage(admin: Person, who: { name: string; email?: string }): Promise<string> {
  const row = { line: 2, ...who, city: 'Seguin', state: 'TX', styles: ['Fresco'], public: true };
  const [page] = (await rpc('import_artists', { p_rows: [row], p_apply: true }, admin)) as [
    { slug: string },
  ];
  return page.slug;
}

test('whom an imported page is about takes it over through the mail', async ({ page, browser }) => {
  const name = `Lupe ${tag()}`;
  const email = newEmail('lupe');
  const admin = await person('admin');
  const slug = await importedPage(admin, { name, email });

  // A visitor sees whose page it is not, and cannot write to nobody.
  await published(`/artist/${slug}`, 'Not yet claimed');
  await page.goto(`/artist/${slug}`);
  await expect(page.getByText('Not yet claimed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'This is me' })).toBeVisible();
  await expect(page.getByRole('link', { name: /quote/i }).and(page.locator('main a'))).toHaveCount(
    0,
  );
  await expect(page.getByRole('link', { name: 'Book Consultation' })).toHaveCount(0);
  await expectAccessible(page);

  // An admin invites; one press away from the page to its form.
  const desk = await elsewhere(browser, `/artist/${slug}`, admin);
  await desk.getByRole('link', { name: 'Edit' }).click();
  const form = desk.getByRole('dialog', { name: 'Edit artist' });
  await form.getByLabel('Bio').fill('Paints water towers.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await desk.getByLabel('Search name, city or email').fill(email);
  await expect(desk.getByText('Showing 1-1 of 1')).toBeVisible();
  await desk.getByRole('button', { name: `Invite: ${name}` }).click();
  await expect(toast(desk, 'Invited. The Email Log shows the email.')).toBeVisible();

  // Somebody else says that it is theirs: that alone gives them nothing.
  const other = await person('artist');
  const stranger = await elsewhere(browser, `/claim?artist=${slug}`, other);
  await stranger.getByRole('button', { name: 'This Is Me' }).click();
  await expect(stranger.getByText('You’ve said that this is you')).toBeVisible();

  const invited = await mailTo(email);
  const link = invited.links.find((href) => new URL(href).hash) ?? '';
  const { pathname, hash } = new URL(link);
  await page.goto(pathname + hash);
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create an artist account' })).toBeVisible();
  const own = await person('artist');
  await page.getByRole('link', { name: 'Log in' }).click();
  await fillSignIn(page, own.email);
  await page.getByRole('button', { name: 'This Is Me' }).click();
  await expect(page.getByText('The page is yours')).toBeVisible();
  await expectAccessible(page);

  // The link is spent for everybody else, the stranger is told, and the page has its buttons.
  await stranger.goto(pathname + hash);
  await stranger.reload();
  await expect(stranger.getByText('This link does not work any more')).toBeVisible();
  await published(`/artist/${slug}`, 'Request Quote', 'Paints water towers.');
  await page.goto(`/artist/${slug}`);
  await expect(page.getByRole('link', { name: 'Request Quote' })).toBeVisible();
  await expect(page.getByText('Paints water towers.')).toBeVisible();
});

test('where no mail can prove it, the admin decides whose an imported page is', async ({
  page,
  browser,
}) => {
  const name = `Nieves ${tag()}`;
  const admin = await person('admin');
  const slug = await importedPage(admin, { name });
  const claimed = async () => {
    const who = await person('artist');
    const tab = await elsewhere(browser, `/claim?artist=${slug}`, who);
    await tab.getByRole('button', { name: 'This Is Me' }).click();
    await expect(tab.getByText('You’ve said that this is you')).toBeVisible();
    return { who, tab };
  };
  const [stranger, owner] = [await claimed(), await claimed()];

  await signIn(page, admin);
  await page.goto('/dashboard/admin/overview');
  const press = (verb: string, { who }: typeof owner) =>
    page.getByRole('button', { name: `${verb} ${who.email} for the page of ${name}` }).click();
  await press('Decline', stranger);
  await expect(toast(page, 'Decided. We’ve let the person know.')).toBeVisible();
  await press('Approve', owner);
  await expect(page.getByRole('button', { name: new RegExp(name) })).toHaveCount(0);

  await owner.tab.goto('/dashboard/artist/profile');
  await expect(owner.tab.getByLabel('Name', { exact: true })).toHaveValue(name);
  await stranger.tab.goto('/dashboard/artist/profile');
  await expect(stranger.tab.getByLabel('Name', { exact: true })).not.toHaveValue(name);
  await expect
    .poll(async () => (await page.request.get(`/artist/${slug}`)).text(), PUBLISHED)
    .not.toContain('Not yet claimed');
  for (const { tab } of [stranger, owner]) await tab.context().close();
});
