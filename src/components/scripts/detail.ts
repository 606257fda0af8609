/**
 * What artist and mural pages do before anybody presses anything: nothing but listening. One file for all
 * of it, because every further file would cost a request and its own preamble.
 */
import './gallery.ts';
import './more-cards.ts';

function onPress(selector: string, act: (button: HTMLElement) => Promise<void>): void {
  for (const button of document.querySelectorAll<HTMLElement>(selector)) {
    button.hidden = false;
    button.addEventListener('click', () => act(button));
  }
}

onPress('[data-share]', async () => (await import('./share.ts')).share());
onPress('[data-consultation]', async ({ dataset }) => {
  const { bookConsultation } = await import('./consultation.ts');
  await bookConsultation(dataset.consultation ?? '', dataset.name ?? '');
});
