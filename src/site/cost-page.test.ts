import { describe, expect, it } from 'vitest';
import { RATES } from '#tests/support/cases/estimate-rates.ts';
import { costExamples, costMovers, costQuestions } from './cost-page.ts';

const textOf = (title: string, rates = RATES) =>
  costMovers(rates).find((mover) => mover.title === title)?.text;

describe('the page about costs', () => {
  it('shows walls that everybody knows, each dearer the more there is to paint', () => {
    const [door, ...others] = costExamples(RATES);
    expect(door?.prices[0]).toEqual({ name: 'Lettering and shapes', range: '$500 to $1,500' });
    for (const { prices } of others) {
      const lows = prices.map(({ range }) => Number(range.replace(/ to.*|[$,]/g, '')));
      expect(lows).toEqual(lows.toSorted((a, b) => a - b));
      expect(new Set(lows).size).toBe(4);
    }
  });

  it('says in words what the table has in numbers', () => {
    expect(textOf('How high it is')).toContain('Up to 12 feet a ladder does.');
    expect(textOf('What it is made of')).toContain('Brick adds 10 to 35%. Stucco adds 5 to 20%.');
    expect(textOf('What it is made of')).toContain('Concrete adds up to 15%.');
    expect(textOf('Where it is')).toBe(
      'Local prices and travel: Austin adds up to 6%, any other city up to 10%.',
    );
    const { 'city.austin-tx': _, ...spans } = RATES.spans;
    const nowhere = { ...RATES, spans: { ...spans, 'city.else': [100, 100] as [number, number] } };
    expect(textOf('Where it is', nowhere)).toBe('Local prices and travel: any other city nothing.');
    expect(textOf('The size')).toContain('each further one is 80 to 95% of the price');
  });

  it('answers every question with a figure or a name for who knows it', () => {
    for (const { answer } of costQuestions(RATES)) expect(answer).toMatch(/\$\d|The artist/);
  });
});
