import { randomUUID } from 'node:crypto';
import {
  day,
  mailsTo,
  newEmail,
  PASSWORD,
  photo,
  press,
  rpc,
  sendRequest,
} from '../fixtures/account-support.ts';
import { asService } from '../fixtures/admin-support.ts';
import { published } from '../fixtures/artists.ts';
import { expectSpanish } from '../fixtures/spanish.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** An artist who speaks Spanish, on a phone, from /es/join to the reply to a review. */
test.use({ viewport: { width: 390, height: 844 }, locale: 'es-US' });

const COLOURS = ['#c40f68', '#f7a813', '#1f8a70', '#0b6b78', '#ab4021'];
const NAME = `Rosa Calderón ${randomUUID().slice(0, 6)}`;
const PROJECT = 'Una pared de garzas';
const REVIEW = 'Quedó preciosa, y toda la cuadra se para a verla.';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

/** From the page that invites artists to a public page. */
async function join(page: Page, email: string): Promise<void> {
  await page.goto('/es/join');
  await expectSpanish(page);
  await page.getByRole('link', { name: 'Crea tu perfil de artista' }).first().click();
  await press(page, 'Crear cuenta');
  await expectSpanish(page);
  await page.getByLabel('Nombre').fill(NAME);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña').fill(PASSWORD);
  await press(page, 'Crear cuenta');

  await expect(page).toHaveURL(/\/es\/dashboard\/artist\/setup\?step=1$/);
  await expect(page.getByText('Paso 1 de 4')).toBeVisible();
  await expectSpanish(page);
  await page.getByLabel('Subir foto').setInputFiles(await photo('yo.jpg'));
  await press(page, 'Guardar foto');
  await press(page, 'Continuar');

  await expect(heading(page, 'Agrega cinco fotos de tu trabajo')).toBeFocused();
  await expectSpanish(page);
  const walls = COLOURS.map((colour, i) => photo(`${i}.jpg`, { colour, width: 800 + i * 40 }));
  await page.getByLabel('Elegir fotos').setInputFiles(await Promise.all(walls));
  await expect(page.getByRole('list', { name: 'Tus paredes' }).getByRole('img')).toHaveCount(5);
  await expectSpanish(page);
  await press(page, 'Continuar');

  await expect(heading(page, 'Dónde y qué pintas')).toBeFocused();
  await page.getByLabel('Ciudad').fill('Austin');
  await expect(page.getByLabel('Estado')).toHaveValue('TX');
  await press(page, 'Naturaleza');
  await expectSpanish(page);
  await press(page, 'Continuar');

  await expect(heading(page, 'Revisa tu página')).toBeFocused();
  await expectSpanish(page);
  await press(page, 'Publicar');
  await expect(heading(page, '¡Ya estás en línea!')).toBeFocused();
  await expectSpanish(page);
}

test('an artist joins in Spanish, answers a request, and replies to its review', async ({
  page,
}) => {
  test.slow();
  const email = newEmail('spanish');
  await join(page, email);
  const [mine] = await asService<{ id: string; slug: string; styles: string[] }[]>(
    `/rest/v1/artists?select=id,slug,styles&name=eq.${encodeURIComponent(NAME)}`,
  );
  if (!mine) throw new Error('no artist has joined');
  expect(mine.styles).toEqual(['Nature']);
  await published(`/es/artist/${mine.slug}`, NAME);
  await page.getByRole('link', { name: 'Ver tu página' }).click();
  await expect(page).toHaveURL(`/es/artist/${mine.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await expectSpanish(page);

  const sent = await sendRequest(null, 'Carmen Ibarra', PROJECT, [mine]);
  const link = { p_token: sent.token };
  await expect
    .poll(async () => (await mailsTo(email)).map(({ subject }) => subject).join())
    .toContain('Nueva solicitud');
  await page.goto('/es/dashboard/artist');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectSpanish(page);
  await page.goto('/es/dashboard/artist/leads');
  await page.getByRole('link', { name: PROJECT }).click();
  await expect(page.getByRole('article')).toContainText('Sin responder');
  await expectSpanish(page);
  await press(page, 'Hacer una propuesta');
  await press(page, 'Enviar propuesta');
  await expectSpanish(page);
  await page.getByLabel('Precio en dólares').fill('3500');
  await page.getByLabel('Número de días').fill('6');
  await page.getByLabel('Primer día posible').fill(day(0));
  await press(page, 'Enviar propuesta');
  await expect(page.getByRole('article')).toContainText('Carmen Ibarra');
  await expectSpanish(page);

  const { proposals } = (await rpc('track_request', link, null)) as { proposals: { id: string }[] };
  await rpc('accept_proposal', { p_proposal: proposals[0]?.id, ...link }, null);
  await page.reload();
  for (const name of ['Mensajes', 'Acuerdo', 'Pagos', 'Diseño']) {
    await page.getByRole('tab', { name }).click();
    await expectSpanish(page);
  }
  const key = { p_lead: sent.id, p_artist: mine.id };
  await rpc('complete_request', { ...key, ...link }, null);
  await page.reload();
  await expect(page.getByText('Confirmar que la pared está pintada').first()).toBeVisible();
  await expectSpanish(page);
  await press(page, 'Confirmar');
  await expect(page.getByText('La pared está pintada.', { exact: true })).toBeVisible();
  await expectSpanish(page);
  await rpc('submit_review', { ...key, ...link, p_rating: 5, p_body: REVIEW }, null);
  await page.reload();
  const review = page.getByRole('region', { name: 'Reseña', exact: true });
  await expect(review).toContainText(REVIEW);
  await press(page, 'Responder');
  await expectSpanish(page);
  await review.getByLabel('Tu respuesta').fill('Gracias, Carmen. Fue un gusto.');
  await press(page, 'Publicar respuesta');
  await expect(review).toContainText('Fue un gusto.');
  await expect(review.getByRole('button', { name: 'Cambiar respuesta' })).toBeVisible();
  await expectSpanish(page);
});
