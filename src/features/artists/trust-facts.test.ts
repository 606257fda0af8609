import { expect, it } from 'vitest';
import { answersLabel, trustFacts } from './trust-facts.ts';

const none = { answer_hours: null, walls_painted: 0, replied_count: null, asked_count: null };
const facts = (some: Partial<Parameters<typeof trustFacts>[0]>) =>
  trustFacts({ ...none, ...some }, 'Muro');

it.each([
  [1, 'an hour'],
  [24, 'a day'],
  [48, '2 days'],
  [72, '3 days'],
])('%i hours are said as people do', (answer_hours, said) => {
  expect(facts({ answer_hours })).toEqual([`Usually answers within ${said}`]);
});

it('counts walls, one of them too', () => {
  expect(facts({ walls_painted: 1 })).toEqual(['1 wall painted through Muro']);
  expect(facts({ walls_painted: 12 })).toEqual(['12 walls painted through Muro']);
});

it('says nothing of what is not known or nought', () => {
  expect(facts({})).toEqual([]);
  expect(facts({ replied_count: 0, asked_count: 5 })).toEqual([]);
  expect(facts({ replied_count: 9, asked_count: 10 })).toEqual(['Replied to 9 of 10 requests']);
});

it.each([
  [null, null],
  [1, 'Answers in an hour'],
  [4, 'Answers in 4 hours'],
  [24, 'Answers in a day'],
  [72, 'Answers in 3 days'],
])('on a card, %s hours are "%s"', (hours, label) => {
  expect(answersLabel(hours)).toBe(label);
});
