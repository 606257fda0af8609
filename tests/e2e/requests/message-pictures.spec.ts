import {
  elsewhere,
  expectAccessible,
  photo,
  press,
  profileOf,
  sendRequest,
} from '../fixtures/account-support.ts';
import { type ArtistRow, asService, type Person, person } from '../fixtures/admin-support.ts';
import { type Browser, expect, type Page, test } from '../fixtures/test.ts';

/** Pictures in a conversation, from both sides, and over a connection that breaks. */

const PROJECT = 'A wall of cranes';

const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: /^Message to / });
const chosen = (page: Page) => page.getByRole('list', { name: 'Photos for this message' });
const choose = async (page: Page, ...colours: string[]) =>
  page
    .getByLabel('Add Photos')
    .setInputFiles(await Promise.all(colours.map((colour) => photo(`${colour}.jpg`, { colour }))));

interface Talk {
  artist: Person;
  profile: ArtistRow;
  lead: string;
  token: string;
}

async function aRequest(): Promise<Talk> {
  const artist = await person('artist');
  const profile = await profileOf(artist, { name: 'Ana Robledo' });
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', PROJECT, [profile]);
  return { artist, profile, lead: id, token };
}

/** The lead, in a browser of the artist's own. */
const asArtist = (browser: Browser, { artist, lead }: Talk) =>
  elsewhere(browser, `/dashboard/artist/leads?lead=${lead}`, artist);

/** Pictures that are seen, by their names. */
async function expectSeen(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const image = log(page).getByRole('img', { name, exact: true });
    await expect(image).toBeVisible();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(1);
  }
}

async function storedOf({ lead }: Talk): Promise<{ pictures: number; body: string }[]> {
  return asService(`/rest/v1/lead_messages?lead_id=eq.${lead}&select=pictures,body&order=position`);
}

test('a guest sends pictures, and the artist answers with one', async ({ page, browser }) => {
  const talk = await aRequest();
  await page.goto(`/request#${talk.token}&artist=${talk.profile.id}`);
  const tokens: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(talk.token)) tokens.push(request.url());
  });
  await choose(page, 'teal', 'maroon');
  await expect(chosen(page).getByRole('img')).toHaveCount(2);
  // What stands in the box survives the page.
  await page.reload();
  await expect(chosen(page).getByRole('img')).toHaveCount(2);
  await expectAccessible(page);
  await choose(page, 'navy', 'olive', 'plum');
  await expect(page.getByText('plum.jpg was left out')).toBeVisible();
  await press(page, 'Remove photo 4');
  await press(page, 'Remove photo 3');
  await expect(chosen(page).getByRole('img')).toHaveCount(2);
  await page.getByLabel('Add Photos').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('notes.txt isn’t a JPEG')).toBeVisible();
  // What is dropped or pasted is taken as what is chosen.
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }));
      return data;
    },
    [...(await photo('dropped.jpg', { colour: 'olive' })).buffer],
  );
  await box(page).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(chosen(page).getByRole('img')).toHaveCount(3);
  await box(page).evaluate(
    (element, clipboardData) =>
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      ),
    dropped,
  );
  await expect(chosen(page).getByRole('img')).toHaveCount(4);
  await press(page, 'Remove photo 4');
  await press(page, 'Remove photo 3');
  await press(page, 'Send');
  await expect(chosen(page)).toBeHidden();
  await expectSeen(page, 'Photo 1 of 2 from you', 'Photo 2 of 2 from you');
  await expect(log(page)).not.toContainText('Sending…');

  const other = await asArtist(browser, talk);
  const first = 'Photo 1 of 2 from Carmen Ibarra';
  await expectSeen(other, first, 'Photo 2 of 2 from Carmen Ibarra');
  await other.getByRole('link', { name: first }).click();
  const large = other.getByRole('dialog', { name: 'Photos' });
  await expect(large.getByText(first).first()).toBeVisible();
  await large.press('ArrowRight');
  await expect(large.getByRole('status')).toContainText('2 of 2');
  await other.keyboard.press('Escape');
  await choose(other, 'orange');
  await box(other).fill('Like this?');
  await box(other).press('Enter');
  await expectSeen(page, 'Photo 1 of 1 from Ana Robledo');
  await expect(log(page)).toContainText('Like this?');
  await page.reload();
  await expectSeen(page, 'Photo 1 of 2 from you', 'Photo 1 of 1 from Ana Robledo');
  await expectAccessible(page);
  expect(await storedOf(talk)).toEqual([
    { pictures: 2, body: '' },
    { pictures: 1, body: 'Like this?' },
  ]);
  expect(tokens).toEqual([]);
});
