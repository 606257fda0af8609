export { MURAL_CARDS } from './mural-cards.ts';
