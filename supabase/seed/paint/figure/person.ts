import type { Canvas } from '../canvas.ts';
import type { Hex } from '../color.ts';
import { at, rect } from '../svg.ts';
import { type FaceLook, face } from './face.ts';
import { bust, ears, type HairStyle, type Hat, hairBehind, hairFront, hat } from './hair.ts';

export interface Outfit {
  style: HairStyle;
  hair: Hex;
  cloth: Hex;
  trim: Hex;
  earrings?: Hex;
  hat?: { kind: Hat; color: Hex; band: Hex };
}

/** Head and shoulders around the origin, about 380 wide and 500 high. */
export function person(c: Canvas, who: FaceLook, outfit: Outfit): string {
  const { style, hair, cloth, trim, earrings, hat: worn } = outfit;
  const covered = worn && worn.kind !== 'none';
  // Under a hat no hair stands up beside the crown.
  const tucked = (drawing: string) =>
    covered ? c.clipped(rect(-300, -74, 600, 700, '#fff'), drawing) : drawing;
  return (
    tucked(hairBehind(style, hair)) +
    at(0, -12, 1, bust(c, who.skin, who.shadow, cloth, trim)) +
    ears(who.skin, who.shadow, earrings) +
    face(c, who) +
    tucked(hairFront(style, hair)) +
    (covered ? hat(worn.kind, worn.color, worn.band) : '')
  );
}
