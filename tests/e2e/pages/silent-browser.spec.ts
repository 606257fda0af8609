import { painter, photo, profileOf, toast } from '../fixtures/account-support.ts';
import { signIn } from '../fixtures/admin-support.ts';
import { DEMO_ARTIST, DEMO_MURAL } from '../fixtures/demo.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Browsers that never answer, give noise, or take back what was chosen: each is said, and nothing waits for good. */

/** Longer than anybody waits for a browser here. */
const PATIENCE = { timeout: 60_000 };

/** Takes every file back that was chosen, as phones do: its address is kept and its bytes are gone. */
const takeBack = (page: Page) =>
  page.evaluate(() => {
    const gone = () => Promise.reject(new DOMException('The file has gone', 'NotReadableError'));
    Blob.prototype.arrayBuffer = gone;
    globalThis.createImageBitmap = gone;
    HTMLImageElement.prototype.decode = gone;
  });

test('a clipboard that does not answer is said', async ({ page }) => {
  await page.addInitScript(() => {
    Clipboard.prototype.writeText = () => new Promise(() => {});
  });
  await page.goto(`/artist/${DEMO_ARTIST.slug}`);
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect(toast(page, 'The link wasn’t copied')).toBeVisible(PATIENCE);
});

test.describe('the wall preview', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'See it on your wall' });
  const open = async (page: Page) => {
    await page.goto(`/mural/${DEMO_MURAL.slug}`);
    await page.getByRole('button', { name: 'See it on your wall' }).click();
    await dialog(page)
      .getByLabel('Choose a Photo')
      .setInputFiles(await photo('wall.jpg'));
    await expect(dialog(page).locator('.wall-stage')).toBeVisible();
  };

  test('hands out no noise', async ({ page }) => {
    await open(page);
    await page.evaluate(() => {
      const read = CanvasRenderingContext2D.prototype.getImageData;
      CanvasRenderingContext2D.prototype.getImageData = function (...area) {
        const found = read.apply(this, area);
        found.data.forEach((_, at) => {
          found.data[at] = (at * 97) % 256;
        });
        return found;
      };
    });
    await dialog(page).getByRole('button', { name: 'Download Preview' }).click();
    await expect(toast(page, 'The preview wasn’t made')).toBeVisible();
    await expect(page.getByText('privacy protection scrambles photos')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });

  test('an open sheet is not a failure; where there is none a second press copies the link', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      Object.assign(navigator, { share: () => new Promise(() => {}) });
    });
    await page.goto(`/artist/${DEMO_ARTIST.slug}`);
    const share = page.getByRole('button', { name: 'Share' }).first();
    await share.click();
    await expect(share).toBeEnabled();
    await expect(page.getByRole('region', { name: /Notifications/ })).toHaveCount(0);
    await share.click();
    await expect(toast(page, 'Link copied')).toBeVisible();
  });
});

test.describe('a file that was taken back', () => {
  const said = (page: Page, name: string) =>
    page.getByText(`Your device no longer lets us read ${name}. Choose it again.`).first();

  test('is said of a profile photo, when it is cropped and when it is saved', async ({ page }) => {
    const artist = await painter('Ines');
    await profileOf(artist);
    await signIn(page, artist);
    await page.goto('/dashboard/artist/profile');
    await page.getByLabel('Upload photo').setInputFiles(await photo('me.jpg'));
    const crop = page.getByRole('dialog', { name: 'Adjust your photo' });
    await expect(crop.getByRole('img')).toBeVisible();
    await takeBack(page);
    await crop.getByRole('button', { name: 'Save Photo' }).click();
    await expect(said(page, 'me.jpg')).toBeVisible();

    await page.reload();
    await page.evaluate(() => {
      const gone = () => Promise.reject(new DOMException('The file has gone', 'NotReadableError'));
      globalThis.createImageBitmap = () => {
        Blob.prototype.arrayBuffer = gone;
        HTMLImageElement.prototype.decode = gone;
        return gone();
      };
    });
    await page.getByLabel('Upload photo').setInputFiles(await photo('you.jpg'));
    await expect(crop.getByRole('alert')).toHaveText(
      'Your device no longer lets us read you.jpg. Choose it again.',
    );
  });
});
