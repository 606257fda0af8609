import type { Picture } from '#features/pictures/picture.ts';
import type { CardFacts, ListName } from './card-file.ts';
import type { ListRules } from './list-search.ts';

/** What every card has. */
export interface ListCard {
  slug: string;
  pictures: Picture[];
}

/** One row of a table of cards. */
interface CardRow<Facts> {
  slug: string;
  name: string;
  fact<Fact extends keyof Facts>(name: Fact): Facts[Fact];
  /** Its values of a filter, as they are spelled. */
  values(filter: string): string[];
}

/** A kind of list: its rules, how its file becomes cards, where words are looked for and what its orders are. */
export interface CardKind<Card extends ListCard, Facts extends CardFacts> {
  list: ListName;
  rules: ListRules;
  /** How wide the variants of its pictures are at most. */
  widest: number;
  facts: readonly (keyof Facts)[];
  /** The facts and the filters in whose values words are looked for, beside the name and longer texts. */
  factTexts: { [Fact in keyof Facts]?: (value: Facts[Fact]) => string };
  filterTexts: readonly string[];
  orders(of: RowOrders<Facts>): Record<string, () => readonly number[]>;
  card(row: CardRow<Facts>): Omit<Card, 'pictures'>;
}

/** What the orders of a list are made of. */
interface RowOrders<Facts> {
  values<Fact extends keyof Facts>(fact: Fact): readonly Facts[Fact][];
  /** For each row, the number of its value in `values`. */
  numbers(fact: keyof Facts): readonly number[];
  /** For each row, its position in an order. */
  ranks(order: string): readonly number[];
}
