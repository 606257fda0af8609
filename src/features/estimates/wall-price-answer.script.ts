import { paths } from '#config/paths.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Surface } from '#lib/options.ts';
import { estimate } from './estimate.ts';
import type { Complexity } from './estimate-rates.ts';
import type { EstimateRates } from './rates-row.ts';
import { rangeLabel } from './rounding.ts';

/** Shows what the wall in the fields may cost; the same function as everywhere else reckons. */
export function answer(calculator: HTMLElement): void {
  const [says, range] = calculator.querySelectorAll('[role=status] *');
  const list = calculator.querySelector('.cost-answer ul');
  if (!says || !range || !list) return;
  const rates: EstimateRates = JSON.parse(calculator.dataset.rates ?? '');
  const field = (name: string) =>
    calculator.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? '';
  const found = estimate(
    {
      widthFt: Number(field('width')),
      heightFt: Number(field('height')),
      complexity: field('complexity') as Complexity,
      surface: field('surface') as Surface,
      city: field('city'),
    },
    rates,
  );
  says.textContent = found
    ? 'Usually'
    : `Both sides from 1 to ${LIMITS.muralFeetMax} feet, please.`;
  range.textContent = found ? rangeLabel(found) : '';
  const ask = calculator.querySelector('a');
  if (ask) ask.href = paths.quoteFor(askedFor(field));
  list.replaceChildren(...(found?.movers ?? []).map(item));
}

/** The wall as the quote form takes it; a choice that says that it is none of the others says nothing there. */
function askedFor(field: (name: string) => string) {
  const [width, height] = [field('width'), field('height')];
  return {
    size: width && height ? `${width}x${height}` : null,
    surface: field('surface') === 'other' ? null : field('surface'),
    city: field('city') === 'elsewhere' ? null : field('city'),
  };
}

function item(line: string): HTMLLIElement {
  const element = document.createElement('li');
  element.textContent = line;
  return element;
}
