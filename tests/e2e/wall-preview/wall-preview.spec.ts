import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import {
  expectAccessible,
  openTile,
  painter,
  profileOf,
  putFile,
  toast,
} from '../fixtures/account-support.ts';
import { asService, call, signIn } from '../fixtures/admin-support.ts';
import { ORIGIN } from '../fixtures/api.ts';
import { published } from '../fixtures/artists.ts';
import { DEMO_MURAL as mural } from '../fixtures/demo.ts';
import { expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** A mural on somebody's own wall: by keyboard alone, by finger, and not at all without WebGL. */

const dialog = (page: Page) => page.getByRole('dialog', { name: 'See it on your wall' });
const stage = (page: Page) => dialog(page).locator('.wall-stage');
const corner = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name: `${name} corner` });

/** A wall of grey blocks with a blue door, right way up only by its EXIF orientation, as a phone takes it. */
async function wallPhoto() {
  const blocks = Array.from({ length: 60 }, (_, i) => {
    const [x, y] = [(i % 10) * 160 + (Math.floor(i / 10) % 2) * 80, Math.floor(i / 10) * 200];
    const grey = 120 + ((i * 37) % 60);
    return `<rect x="${x}" y="${y}" width="154" height="194" fill="rgb(${grey},${grey},${grey - 8})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#777"/>${blocks.join('')}<rect x="700" y="500" width="200" height="500" fill="#0030d0"/></svg>`;
  const upright = await sharp(Buffer.from(svg)).png().toBuffer();
  const buffer = await sharp(upright)
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg({ quality: 95 })
    .toBuffer();
  return { name: 'wall.jpg', mimeType: 'image/jpeg', buffer };
}

/** What stands on the stage, without what is laid over it. */
async function seen(page: Page): Promise<Picture> {
  const show = (opacity: string) =>
    stage(page)
      .locator('.wall-handles')
      .evaluate((handles: HTMLElement, value) => {
        handles.style.opacity = value;
      }, opacity);
  await show('0');
  // It stands still once two pictures in a row are the same.
  let last = '';
  await expect
    .poll(
      async () => {
        const before = last;
        last = (await stage(page).screenshot()).toString('base64');
        return last === before;
      },
      { intervals: [300] },
    )
    .toBe(true);
  await show('');
  return raw(Buffer.from(last, 'base64'));
}
interface Picture {
  data: Buffer;
  width: number;
  height: number;
}
async function raw(file: Buffer, size?: { width: number; height: number }): Promise<Picture> {
  const { data, info } = await sharp(file)
    .resize(size ? { ...size, fit: 'fill' } : {})
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** How far two pictures are apart, in levels of a channel: on average, and the share of pixels that differ to be seen. */
function apart(a: Picture, b: Picture): { mean: number; seen: number } {
  let [sum, far] = [0, 0];
  for (let i = 0; i < a.data.length; i++) {
    const off = Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0));
    sum += off;
    if (off > 40) far++;
  }
  return { mean: sum / a.data.length, seen: far / a.data.length };
}

/** The downloaded picture without its band, at the size of the screen. */
async function saved(page: Page, like: Picture): Promise<{ picture: Picture; file: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download Preview' }).press('Enter'),
  ]);
  const file = await readFile(await download.path());
  const { width = 0, height = 0 } = await sharp(file).metadata();
  const band = Math.max(28, Math.round(width * 0.055));
  const shown = await sharp(file)
    .extract({ left: 0, top: 0, width, height: height - band })
    .png()
    .toBuffer();
  return { picture: await raw(shown, like), file };
}

async function press(handle: Locator, key: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await handle.press(key);
}

test('by keyboard alone: a photo, four corners, sliders, undo, and a picture to keep', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await page.goto(`/mural/${mural.slug}`);
  await page.getByRole('button', { name: 'See it on your wall' }).press('Enter');
  await expect(dialog(page)).toContainText('Your photo stays on this device');

  const choose = dialog(page).getByLabel('Choose a Photo');
  await choose.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  });
  await expect(dialog(page).getByRole('alert')).toContainText('notes.txt isn’t a JPEG');
  await choose.setInputFiles({
    name: 'torn.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('x'),
  });
  await expect(dialog(page).getByRole('alert')).toContainText('torn.jpg can’t be read');
  await choose.setInputFiles(await wallPhoto());
  await expect(corner(page, 'Top left')).toBeFocused();
  // As it hung on the phone: wider than high.
  const size = await stage(page).boundingBox();
  expect((size?.width ?? 0) / (size?.height ?? 1)).toBeCloseTo(4 / 3, 1);

  const place = () => corner(page, 'Top left').boundingBox();
  const before = await place();
  await press(corner(page, 'Top left'), 'ArrowRight', 3);
  await press(corner(page, 'Top left'), 'Shift+ArrowDown', 2);
  const moved = async () => {
    const after = await place();
    return [(after?.x ?? 0) - (before?.x ?? 0), (after?.y ?? 0) - (before?.y ?? 0)].map(Math.round);
  };
  await expect.poll(moved).toEqual([3, 20]);
  await expect(corner(page, 'Top left')).toHaveAccessibleDescription(/\d+ from the left, \d+ from/);
  await expect(dialog(page).getByRole('status')).toContainText(/\d+ from the left/);
  await corner(page, 'Bottom right').press('Shift+ArrowUp');
  await dialog(page).getByRole('button', { name: 'Whole mural' }).press('Shift+ArrowRight');
  await dialog(page).getByRole('slider', { name: 'Size' }).press('ArrowRight');
  await dialog(page).getByRole('slider', { name: 'Blend' }).press('ArrowLeft');
  await expect(dialog(page).getByRole('slider', { name: 'Blend' })).toHaveAttribute(
    'aria-valuetext',
    '84%',
  );

  await corner(page, 'Bottom right').press('Shift+ArrowUp');
  await dialog(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expectAccessible(page);
  const shown = await seen(page);
  const { picture, file } = await saved(page, shown);
  await expect(toast(page, 'Preview saved')).toBeVisible();
  const off = apart(picture, shown);
  expect(off.mean).toBeLessThan(4);
  expect(off.seen).toBeLessThan(0.01);
  const { width, height, exif } = await sharp(file).metadata();
  expect([width, height]).toEqual([1600, 1200 + 88]);
  // Nothing of the camera, the place and the time leaves with it.
  expect(exif).toBeUndefined();

  // Closed by mistake and opened again, all is there.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'See it on your wall' }).press('Enter');
  await expect(corner(page, 'Top left')).toBeFocused();
  expect(apart(await seen(page), shown).mean).toBeLessThan(0.5);
  await dialog(page).getByRole('button', { name: 'Reset' }).press('Enter');
  expect(apart(await seen(page), shown).mean).toBeGreaterThan(1);
  expect(sent).toEqual([]);
});

test('without WebGL the button says why', async ({ page }) => {
  await page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      ...args: unknown[]
    ) {
      return args[0] === 'webgl2' ? null : Reflect.apply(get, this, args);
    } as typeof get;
  });
  await page.goto(`/mural/${mural.slug}`);
  await page.getByRole('button', { name: 'See it on your wall' }).click();
  await expect(page.getByLabel('Notifications').getByText(/^It needs WebGL/)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});

test('an artist says once where the wall is, and its sidewalk stays at home', async ({ page }) => {
  const rosa = await painter('Rosa');
  await profileOf(rosa, { city: 'Seguin', state: 'TX' });
  await signIn(page, rosa);
  // The wall is the right half of the photo, green; the street beside it is red.
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#c00"/><rect x="400" width="400" height="400" fill="#0a0"/></svg>';
  const body = await sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer();
  const picture = `portfolio-images/${rosa.id}/corner.jpg`;
  await putFile(picture, body, rosa);
  const title = `Corner ${rosa.id.slice(0, 8)}`;
  const image_url = `${ORIGIN}/storage/v1/object/public/${picture}`;
  await call('/rest/v1/murals', 'POST', { title, image_url }, rosa.token);
  const [row] = await asService<{ id: string; slug: string }[]>(
    `/rest/v1/murals?image_url=eq.${image_url}&select=id,slug`,
  );
  await page.goto(`/dashboard/artist/murals?mural=${row?.id}`);
  await (await openTile(page, 'Photo 1')).getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Photo details' });
  await details.getByRole('button', { name: 'Set Wall Corners' }).click();
  const corners = page.getByRole('dialog', { name: 'Wall corners' });
  await expect(corners.getByRole('img')).toBeVisible();
  await expectAccessible(page);
  // By keyboard and by finger.
  const middleOf = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    return { x: x + width / 2, y: y + height / 2, width, height };
  };
  const drag = async (name: string, [x, y]: [number, number]) => {
    const handle = corners.getByRole('button', { name });
    await expect(async () => {
      const [from, stage] = [
        await middleOf(handle),
        await middleOf(corners.locator('.wall-stage')),
      ];
      const to = { x: stage.x + (x - 0.5) * stage.width, y: stage.y + (y - 0.5) * stage.height };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      expect(Math.abs((await middleOf(handle)).x - to.x)).toBeLessThan(8);
    }).toPass();
  };
  await drag('Top left corner', [0.52, 0.1]);
  await drag('Bottom left corner', [0.52, 0.9]);
  await corners.getByRole('button', { name: 'Top right corner' }).press('Shift+ArrowRight');
  await corners.getByRole('button', { name: 'Use These Corners' }).click();
  await expect(details.getByRole('button', { name: 'Change Wall Corners' })).toBeVisible();
  await details.getByRole('button', { name: 'Save Details' }).click();
  // A draft saves itself.
  const stored = () =>
    asService<{ picture_details: Record<string, { corners?: number[][] }> }[]>(
      `/rest/v1/murals?id=eq.${row?.id}&select=picture_details`,
    );
  await expect
    .poll(async () => (await stored())[0]?.picture_details[image_url]?.corners?.[0]?.[0])
    .toBeCloseTo(0.52, 1);
  await call(`/rest/v1/murals?id=eq.${row?.id}`, 'PATCH', { public_visible: true }, rosa.token);
  await published(`/mural/${row?.slug}`, 'data-corners="0.5');
  await page.goto(`/mural/${row?.slug}`);
  await page.getByRole('button', { name: 'See it on your wall' }).click();
  const mural = dialog(page).getByRole('img');
  await expect(mural).toBeVisible();
  // Once it is drawn, nothing red is left, but for what the round corners let through.
  const colors = async () => {
    const { dominant, channels } = await sharp(await mural.screenshot()).stats();
    return dominant.g > 100 && (channels[0]?.mean ?? 255) < 40;
  };
  await expect.poll(colors).toBe(true);
});
