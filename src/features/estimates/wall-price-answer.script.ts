import { LIMITS } from '#lib/limits.ts';
import type { Surface } from '#lib/options.ts';
import { rangeLabel } from './dollars.ts';
import { estimate } from './estimate.ts';
import type { Complexity, EstimateRates } from './estimate-rates.ts';

/** Shows what the wall in the fields may cost; the same function as everywhere else reckons. */
export function answer(calculator: HTMLElement): void {
  const [says, range] = calculator.querySelectorAll('[role=status] *');
  const list = calculator.querySelector('.cost-answer ul');
  if (!says || !range || !list) return;
  const rates: EstimateRates = JSON.parse(calculator.dataset.rates ?? '');
  const text = (name: string) =>
    calculator.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? '';
  const found = estimate(
    {
      widthFt: Number(text('width')),
      heightFt: Number(text('height')),
      complexity: text('complexity') as Complexity,
      surface: text('surface') as Surface,
      city: text('city'),
    },
    rates,
  );
  says.textContent = found
    ? 'Usually'
    : `Both sides from 1 to ${LIMITS.muralFeetMax} feet, please.`;
  range.textContent = found ? rangeLabel(found) : '';
  list.replaceChildren(...(found?.movers ?? []).map(item));
}

function item(line: string): HTMLLIElement {
  const element = document.createElement('li');
  element.textContent = line;
  return element;
}
