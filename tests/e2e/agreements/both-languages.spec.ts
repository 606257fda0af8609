import { acceptedJob } from '../fixtures/accepted-job.ts';
import {
  elsewhere,
  expectAccessible,
  expectToFit,
  mailsTo,
  PHONE,
} from '../fixtures/account-support.ts';
import { signIn } from '../fixtures/admin-support.ts';
import { codeIn } from '../fixtures/agreed-job.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** An agreement of two people who read two languages: both texts are in it, and it says which one counts. */
const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const ENGLISH = 'The client pays the artist $4,200:';
const SPANISH = 'El cliente le paga al artista $4,200:';

test('an artist writes in English for a Spanish client, who reads Spanish beside it and signs', async ({
  page: artist,
  browser,
}) => {
  const job = await acceptedJob(null, 4200, [], 'es');
  await signIn(artist, job.artist);
  await artist.goto(`/dashboard/artist/leads?lead=${job.lead}`);
  const desk = artist.getByRole('region', { name: 'Agreement', exact: true });
  await press(artist, 'Write the Agreement');
  await expect(desk.getByText(/^The English text counts\./)).toBeVisible();
  await desk.getByText('Change the clauses').click();
  await expect(desk.getByLabel('Which text counts')).toHaveValue('en');
  await desk
    .getByRole('group', { name: 'Clause 2' })
    .getByLabel('Text')
    .fill('Rain moves the end.');
  await expectAccessible(artist);
  await press(artist, 'Send to Client');
  await expect(desk.getByText('The English text counts.', { exact: true })).toBeVisible();
  await expect(desk.getByText(ENGLISH)).toBeVisible();
  await expect(desk.getByText(SPANISH)).toBeHidden();
  await desk.getByText('In Spanish, for reading').click();
  await expect(desk.getByText(SPANISH)).toBeVisible();

  const guest = await elsewhere(browser, `/es/request#${job.token}`, null, PHONE);
  const agreement = guest.getByRole('region', { name: 'Acuerdo', exact: true });
  await expect(agreement.getByText('Vale el texto en inglés.', { exact: true })).toBeVisible();
  // What counts says that it is English; beside it is the reader's own language, open.
  await expect(agreement.getByText(ENGLISH)).toBeVisible();
  await expect(agreement.locator('[lang=en]').getByText(ENGLISH)).toHaveCount(1);
  await expect(agreement.getByText(SPANISH)).toBeVisible();
  await expect(agreement.locator('[lang=en]').getByText(SPANISH)).toHaveCount(0);
  await expect(agreement.getByText('El cliente piensa conservar el mural')).toBeVisible();
  // The clause that the artist changed is in both as it was written.
  const changed = agreement.getByText('Rain moves the end.');
  await expect(changed).toHaveCount(2);
  await expect(agreement.locator('[lang=en]').getByText('Rain moves the end.')).toHaveCount(2);
  await expect(agreement.getByText(/^El mal tiempo/)).toHaveCount(0);
  await expectAccessible(guest);
  await expectToFit(guest);
  await agreement.getByText('En español, para leer').click();
  await expect(agreement.getByText(SPANISH)).toBeHidden();
  // Paper has both, folded or not.
  await guest.emulateMedia({ media: 'print' });
  await expect(agreement.getByText(SPANISH)).toBeVisible();
  await expect(agreement.getByText(ENGLISH)).toBeVisible();
  await guest.emulateMedia({ media: null });

  await agreement.getByRole('button', { name: 'Firmar', exact: true }).click();
  await expect(
    dialogOf(guest).getByText('Vale el texto en inglés.', { exact: true }),
  ).toBeVisible();
  await dialogOf(guest).getByRole('button', { name: 'Envíame un código' }).click();
  const code = await codeIn(job.email, 'Para firmar');
  await dialogOf(guest).getByLabel('Código', { exact: true }).fill(code);
  await dialogOf(guest).getByRole('button', { name: 'Firmar', exact: true }).click();
  await expect(agreement.getByText(/^Ya firmaste\. Falta Ana Robledo/)).toBeVisible();
  await press(artist, 'Sign');
  await dialogOf(artist).getByText('The English text counts.', { exact: true }).waitFor();
  await dialogOf(artist).getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(agreement.getByText(/^Con ambas firmas, /)).toBeVisible();

  const signed = async () =>
    (await mailsTo(job.email)).find(({ subject }) => / ya firmaron$/.test(subject))?.text;
  await expect.poll(signed).toContain('Vale el texto en inglés.');
  expect(await signed()).toContain(ENGLISH);
  expect(await signed()).toContain(SPANISH);
});
