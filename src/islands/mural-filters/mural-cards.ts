export { MURAL_CARDS } from '#lists/mural-cards.ts';
