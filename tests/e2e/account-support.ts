import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { listMails, type Mail } from '../../scripts/lib/read-mails.ts';
import { type ArtistRow, asService, call, type Person, person } from './admin-support.ts';
import { ORIGIN } from './fixtures/api.ts';
import { violationsOn } from './fixtures/axe.ts';

export const PASSWORD = 'mural-demo-2026';
export const newEmail = (who: string) => `${who}-${randomUUID()}@example.com`;

/** A toast with exactly this text; several may be on the screen. */
export const toast = (page: Page, text: string): Locator =>
  page.getByLabel('Notifications').getByText(text, { exact: true });

/** Signs in through the form that is open. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The person's artist profile, made as the dashboard makes it, with whatever the story needs. */
export async function profileOf(artist: Person, over: object = {}): Promise<ArtistRow> {
  const made = await call('/rest/v1/rpc/ensure_artist_profile', 'POST', {}, artist.token);
  const { id } = made.body as ArtistRow;
  const path = `/rest/v1/artists?id=eq.${id}`;
  const [row] = await asService<ArtistRow[]>(path, 'PATCH', { public_visible: true, ...over });
  if (!row) throw new Error('no profile was made');
  return row;
}

/** An artist with an account and a public page. */
export interface Painter extends Person {
  profile: ArtistRow;
}

/** A new artist of a name that no other has. */
export async function painter(name: string): Promise<Painter> {
  const account = await person('artist');
  return { ...account, profile: await profileOf(account, { name: `${name} ${account.id}` }) };
}

/** Calls a function of the API, which must work, as somebody or as nobody. */
export async function rpc(name: string, body: object, who: Person | null): Promise<unknown> {
  const answer = await call(`/rest/v1/rpc/${name}`, 'POST', body, who?.token ?? null);
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

/** A quote request by a person or by nobody, sent to these artists. Gives its id. */
export async function sendLead(...request: Parameters<typeof sendRequest>): Promise<string> {
  return (await sendRequest(...request)).id;
}

/** The same, with the token that opens it and the address that it was sent from. */
export async function sendRequest(
  from: Person | null,
  name: string,
  project: string,
  artists: Pick<ArtistRow, 'id'>[],
): Promise<{ id: string; token: string; email: string }> {
  const email = from?.email ?? newEmail('anybody');
  const form = {
    p_key: randomUUID(),
    p_claim: randomBytes(32).toString('base64url'),
    p_name: name,
    p_email: email,
    p_phone: '210 555 0188',
    p_city: 'Seguin',
    p_project_description: project,
    p_mural_size: '12 x 40 ft',
    p_surface_type: 'stucco',
    p_style_preference: 'lettering',
    p_budget_range: '10k-plus',
  };
  const sent = await call('/rest/v1/rpc/submit_lead', 'POST', form, from?.token ?? null);
  if (sent.status >= 300) throw new Error(`submit_lead: ${JSON.stringify(sent.body)}`);
  const { id, token } = sent.body as { id: string; token: string };
  const rows = artists.map((artist) => ({ lead_id: id, artist_id: artist.id }));
  if (rows.length > 0) await asService('/rest/v1/lead_assignments', 'POST', rows);
  return { id, token, email };
}

/** The mails about an account to an address so far, oldest first; an artist is welcomed by another one. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const all = await listMails(process.env.DATA_DIR ?? '.data');
  return all.filter((mail) => mail.to === address && !mail.subject.startsWith('Welcome to '));
}

/** The newest mail to an address, once it has been delivered. */
export async function mailTo(address: string): Promise<Mail> {
  const find = async () => (await mailsTo(address)).at(-1);
  await expect.poll(find, { message: `a mail to ${address}` }).toBeTruthy();
  return (await find()) as Mail;
}

interface PictureOptions {
  width?: number;
  height?: number;
  colour?: string;
}

/** A photograph as a camera makes it: JPEG, turned by its EXIF orientation, with a position in it. */
export async function photo(name: string, options: PictureOptions = {}) {
  const { width = 800, height = 600, colour = '#1f8a70' } = options;
  const buffer = await sharp({ create: { width, height, channels: 3, background: colour } })
    .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '29/1 25/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A picture of this colour in the person's portfolio folder, as the browser would upload it; gives its address. */
export async function uploadPicture(owner: Person, colour: string): Promise<string> {
  const path = `portfolio-images/${owner.id}/${randomUUID()}.jpg`;
  const stored = await fetch(`${ORIGIN}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${owner.token}` },
    body: new Uint8Array((await photo('x.jpg', { colour })).buffer),
  });
  expect(stored.status).toBe(200);
  return `${ORIGIN}/storage/v1/object/public/${path}`;
}

/** Fails with the rules and elements of every accessibility violation on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await violationsOn(page);
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}
