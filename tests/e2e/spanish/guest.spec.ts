import { randomUUID } from 'node:crypto';
import { actCalmly } from '#tests/support/calm.ts';
import {
  day,
  mailsTo,
  type Painter,
  painter,
  press,
  propose,
  rpc,
} from '../fixtures/account-support.ts';
import { asService, leadsOf } from '../fixtures/admin-support.ts';
import { quote } from '../fixtures/quote.ts';
import { expectSpanish } from '../fixtures/spanish.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Somebody who speaks Spanish, on a phone and without an account, from the home page to a review. */
test.use({ viewport: { width: 390, height: 844 }, locale: 'es-US' });

const CITY = `Marfa ${randomUUID().replace(/[^a-f]/g, '')}`;
let ana: Painter;
test.beforeAll(async () => {
  ana = await painter('Ana');
  // The only one there, so that the form offers her.
  const first = {
    city: CITY,
    state: 'Texas',
    styles: ['Nature'],
    featured: true,
    average_rating: 5,
  };
  await asService(`/rest/v1/artists?id=eq.${ana.profile.id}`, 'PATCH', first);
});

const PROJECT = 'Garzas al atardecer, para nuestro patio.';
const REVIEW = 'Quedó preciosa, y toda la cuadra se para a verla.';
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

/** Answers the steps of the form; gives the address that the request is from. */
async function ask(page: Page): Promise<string> {
  const { Name, Email } = quote({ Name: 'Carmen Ibarra' });
  await expect(step(page, 'La pared')).toBeVisible();
  await expectSpanish(page);
  await page.getByLabel('Ciudad', { exact: true }).fill(CITY);
  await page.getByRole('radio', { name: 'Afuera' }).click();
  await page.getByRole('radio', { name: 'Ladrillo' }).click();
  await expect(step(page, '¿De qué tamaño?')).toBeVisible();
  await expectSpanish(page);
  await page.getByRole('radio', { name: 'Como una cochera' }).click();
  await expect(step(page, 'El estilo')).toBeVisible();
  await page.getByRole('list', { name: 'Murales para elegir' }).getByRole('button').first().click();
  await expectSpanish(page);
  await press(page, 'Siguiente');
  await expect(page.getByLabel('Descripción del proyecto')).toBeFocused();
  await expectSpanish(page);
  await page.keyboard.type(PROJECT);
  await press(page, 'Siguiente');
  await expectSpanish(page);
  await page.getByRole('radio', { name: '$5,000–$10,000' }).click();
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused();
  await press(page, 'Enviar solicitud');
  await expect(page.getByText('Escribe tu nombre').first()).toBeVisible();
  await expectSpanish(page);
  await page.getByLabel('Nombre', { exact: true }).fill(Name);
  await page.getByLabel('Correo electrónico', { exact: true }).fill(Email);
  await press(page, 'Enviar solicitud');
  return Email;
}

test('a guest asks in Spanish, accepts a proposal and reviews the wall, and reads nothing else', async ({
  page,
  browser,
}) => {
  test.slow();
  await page.goto('/es');
  await expectSpanish(page);
  await page.getByRole('link', { name: 'Pide una cotización gratis' }).first().click();
  const email = await ask(page);

  const artists = page.getByRole('region', { name: 'Artistas para tu proyecto' });
  await artists.getByRole('checkbox', { name: `Elegir a ${ana.profile.name}` }).check();
  await expectSpanish(page);
  await page.getByRole('button', { name: /^Enviar a / }).click();
  await expect(page).toHaveURL(/\/es\/thank-you$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¡Gracias!');
  await expect(page.getByRole('link', { name: 'Abrir tu solicitud' })).toBeVisible();
  await expectSpanish(page);

  const emailed = async () =>
    (await mailsTo(email))
      .flatMap(({ links }) => links)
      .find((link) => /\/es\/request#/.test(link));
  await expect.poll(emailed).toBeTruthy();
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toMatch(/^Recibimos tu solicitud/);
  const guest = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-US' })
  ).newPage();
  await guest.goto((await emailed()) ?? '');
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Tu solicitud');
  await expect(guest.getByRole('main')).toContainText(PROJECT);
  await expectSpanish(guest);

  const [lead] = await leadsOf(email);
  const key = { p_lead: lead?.id, p_artist: ana.profile.id };
  const words = { p_message: 'Empezamos pronto.' };
  await propose(ana, lead?.id ?? '', { p_high: 1200, p_starts_on: day(0), ...words });
  await guest.reload();
  await press(guest, 'Responder a la propuesta');
  await expect(guest.getByRole('heading', { name: 'Una propuesta' })).toBeFocused();
  await expectSpanish(guest);
  await press(guest, `Aceptar la propuesta de ${ana.profile.name}`);
  await expectSpanish(guest);
  await press(guest, 'Aceptar propuesta');
  await expect(guest.getByText('Aceptada: de $900 a $1,200')).toBeVisible();
  for (const name of ['Mensajes', 'Acuerdo', 'Pagos', 'Diseño']) {
    await guest.getByRole('tab', { name }).click();
    await expectSpanish(guest);
  }

  await rpc('complete_request', key, ana);
  await guest.reload();
  await press(guest, 'Confirmar que la pared está pintada');
  await expect(guest.getByRole('heading', { name: '¿Ya está pintada tu pared?' })).toBeFocused();
  await expectSpanish(guest);
  await actCalmly(guest, `${ana.profile.name} ya pintó tu pared`, () => press(guest, 'Confirmar'));
  const review = guest.getByRole('region', {
    name: `Tu reseña de ${ana.profile.name}`,
    exact: true,
  });
  await press(guest, 'Publicar reseña');
  await expect(review.getByText('Elige de 1 a 5 estrellas')).toBeVisible();
  await expectSpanish(guest);
  await review.getByText('☆').last().click();
  await review.getByLabel('Tu reseña').fill(REVIEW);
  await press(guest, 'Publicar reseña');
  const own = guest.getByRole('region', { name: 'Tu reseña', exact: true });
  await expect(own).toContainText(REVIEW);
  await expect(own.getByRole('img', { name: '5 de 5 estrellas' })).toBeVisible();
  await expectSpanish(guest);
});
