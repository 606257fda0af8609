import { randomUUID } from 'node:crypto';
import { mailTo, painter, sendRequest, toast } from '../fixtures/account-support.ts';
import { asService, lead, person, signIn } from '../fixtures/admin-support.ts';
import { castOf } from '../fixtures/artists.ts';
import { expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** How many taps the daily work of artists and admins takes on a phone; each story prints its number. */
test.use({ viewport: { width: 390, height: 844 } });

const tag = () => randomUUID().slice(0, 8);
const PROJECT = 'A wall of bluebonnets along the garage';

/** Counts taps; `first` of them are made before the page is there, as in an email. */
function finger(first = 0) {
  let taps = first;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    atMost: (most: number, work: string) => {
      console.log(`${work}: ${taps} taps`);
      expect(taps, work).toBeLessThanOrEqual(most);
    },
  };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

test('an artist answers a lead from its email, and makes a proposal', async ({ page }) => {
  const ana = await painter('Ana');
  await signIn(page, ana);
  const { id } = await sendRequest(null, 'Carmen Ibarra', PROJECT, [ana.profile]);
  await asService(`/rest/v1/lead_assignments?lead_id=eq.${id}`, 'PATCH', { updated_at: 'now()' });
  const link = (await mailTo(ana.email)).links.find((href) => href.includes(id)) ?? '';

  const answer = finger(1);
  await page.goto(link);
  const box = page.getByLabel(/^Message to/);
  await answer.tap(box);
  await page.keyboard.type('I would love to. May I come and look at it on Friday?');
  await answer.tap(button(page, 'Send'));
  await expect(box).toHaveValue('');
  answer.atMost(3, 'First answer to a lead, from its email');

  const proposal = finger();
  await proposal.tap(button(page, 'Make a Proposal').first());
  await proposal.tap(page.getByLabel('Price in US dollars'));
  await page.keyboard.type('3500');
  await proposal.tap(page.getByLabel('Up to'));
  await page.keyboard.type('4200');
  const start = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await proposal.tap(page.getByLabel('Earliest start'));
  await page.getByLabel('Earliest start').fill(start);
  await proposal.tap(page.getByLabel('Number of days'));
  await page.keyboard.type('6');
  await proposal.tap(page.getByLabel('Lift or scaffold'));
  await proposal.tap(page.getByLabel('Design rounds'));
  await proposal.tap(page.getByLabel('What it covers'));
  await page.keyboard.type('All paint, and the lift.');
  await proposal.tap(button(page, 'Send Proposal'));
  await expect(toast(page, 'Your proposal is sent')).toBeVisible();
  proposal.atMost(9, 'A proposal with all that it can say');
});

test('an admin assigns a lead', async ({ page }) => {
  const cast = await castOf(1, () => ({ featured: true, average_rating: 5 }));
  const sender = `Waiting ${tag()}`;
  const id = await lead(sender);
  await asService(`/rest/v1/lead_records?id=eq.${id}`, 'PATCH', { city: cast.city });
  await signIn(page, await person('admin'));
  await page.goto(`/dashboard/admin/leads?q=${encodeURIComponent(sender)}`);
  const row = page.getByRole('row', { name: sender });
  await expect(row).toContainText(`Suggested: ${cast.artists[0]?.name}`);
  const assign = finger();
  await assign.tap(row.getByRole('button', { name: /^Assign/ }));
  await expect(toast(page, 'Lead assigned')).toBeVisible();
  assign.atMost(1, 'A lead assigned');
  await cast.remove();
});

test('an admin imports 50 artists, shows and invites them', async ({ page }) => {
  const town = `Lajitas${tag()}`;
  const lines = Array.from(
    { length: 50 },
    (_, i) =>
      `Painter ${i} ${town},p${i}-${town}@example.com,${town},TX,https://photos.localhost/${i}.jpg`,
  );
  const text = ['Name,Email,City,State,Photo', ...lines].join('\n');
  await signIn(page, await person('admin'));
  await page.goto('/dashboard/admin/artists');
  // The choice of the file is a tap of its own.
  const work = finger(1);
  await work.tap(button(page, 'Import CSV'));
  await page
    .getByLabel(/Choose a CSV file/i)
    .setInputFiles({ name: 'artists.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  // Their photos arrive, as from servers on the internet; what became of the addresses here is not asked.
  await page.route('**/rpc/imported_photos', (route) => route.abort());
  await work.tap(button(page, 'Import 50 Artists'));
  const show = button(page, 'Show and Invite Those with Photos');
  await expect(show).toBeVisible();
  const photo = `https://photos.example/${town}.webp`;
  await asService(`/rest/v1/artists?city=eq.${town}`, 'PATCH', { profile_photo: photo });
  await work.tap(show);
  await expect(toast(page, '50 invitations are in the Email Log')).toBeVisible();
  work.atMost(5, '50 artists imported, shown and invited');
  await asService(`/rest/v1/artists?city=eq.${town}`, 'DELETE');
});
