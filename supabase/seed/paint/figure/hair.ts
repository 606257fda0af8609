import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten } from '../color.ts';
import { circle, ellipse, group, n, path, polar, rect, repeat, stroke } from '../svg.ts';

export const HAIR_STYLES = [
  'long',
  'braids',
  'bun',
  'curls',
  'short',
  'bob',
  'buzz',
  'waves',
] as const;
export type HairStyle = (typeof HAIR_STYLES)[number];
export const HATS = ['none', 'stetson', 'cap', 'beanie', 'bandana', 'sunhat'] as const;
export type Hat = (typeof HATS)[number];

/** What hangs behind the head. */
export function hairBehind(style: HairStyle, color: Hex): string {
  const deep = darken(color, 0.3);
  switch (style) {
    case 'long':
      return path(
        'M-84 -60C-96 -140 96 -140 84 -60C92 20 104 110 120 190H-120C-104 110 -92 20 -84 -60Z',
        deep,
      );
    case 'waves':
      return path(
        'M-82 -60C-96 -146 96 -146 82 -60C108 -20 82 20 108 60C124 96 100 130 112 160H-112C-100 130 -124 96 -108 60C-82 20 -108 -20 -82 -60Z',
        deep,
      );
    case 'bob':
      return path(
        'M-84 -50C-96 -146 96 -146 84 -50C92 0 96 50 92 84C60 100 -60 100 -92 84C-96 50 -92 0 -84 -50Z',
        deep,
      );
    case 'braids': {
      const plait = (s: number) =>
        repeat(8, (i) =>
          ellipse(s * (84 + (i % 2) * 7 + i), 30 + i * 24, 17, 19, i % 2 ? color : deep, {
            transform: `rotate(${s * (i % 2 ? 28 : -28)} ${n(s * (84 + i))} ${30 + i * 24})`,
          }),
        ) + rect(s * 92 - 9, 214, 18, 10, '#e5147d', { rx: 4 });
      return path('M-82 -50C-94 -142 94 -142 82 -50L90 50H-90Z', deep) + plait(-1) + plait(1);
    }
    case 'bun':
      return (
        circle(0, -138, 44, deep) +
        circle(-6, -144, 34, color) +
        path('M-80 -30C-92 -140 92 -140 80 -30L66 40H-66Z', deep)
      );
    case 'curls':
      return repeat(26, (i) => {
        const [x, y] = polar(0, -50, 168 + i * 8.2, 92 + (i % 3) * 9);
        return circle(x, y, 30 + (i % 4) * 4, i % 2 ? deep : darken(color, 0.15));
      });
    default:
      return '';
  }
}

/** What falls over the forehead. */
export function hairFront(style: HairStyle, color: Hex): string {
  const shine = lighten(color, 0.3);
  const parted = (p: number) =>
    path(
      `M${p} -120C-30 -112 -60 -84 -70 -24C-80 -10 -84 -30 -84 -60C-84 -120 -44 -142 0 -142C44 -142 84 -120 84 -60C84 -30 80 -10 70 -24C64 -80 40 -104 ${p} -120Z`,
      color,
    ) +
    stroke(
      `M${p - 8} -124C-40 -116 -66 -90 -74 -54M${p + 12} -126C44 -120 68 -92 74 -58M${p - 4} -132C-36 -128 -62 -112 -74 -84`,
      shine,
      2.2,
      { opacity: 0.55 },
    );
  switch (style) {
    case 'long':
    case 'braids':
      return parted(0);
    case 'waves':
    case 'bun':
      return parted(-22);
    case 'bob':
      return (
        path(
          'M-84 -20C-94 -130 -40 -146 0 -146C40 -146 94 -130 84 -20C76 -40 70 -54 66 -62C30 -50 -30 -50 -66 -62C-70 -54 -76 -40 -84 -20Z',
          color,
        ) +
        stroke('M-52 -110C-30 -126 30 -126 52 -110M-60 -86C-34 -98 34 -98 60 -86', shine, 2.4, {
          opacity: 0.5,
        })
      );
    case 'curls':
      return repeat(11, (i) => {
        const [x, y] = polar(0, -44, 192 + i * 15.6, 86 + (i % 2) * 8);
        return (
          circle(x, y, 23 + (i % 3) * 3, i % 2 ? color : lighten(color, 0.1)) +
          stroke(`M${n(x - 8)} ${n(y)}a9 9 0 0 1 14 -6`, shine, 2, { opacity: 0.45 })
        );
      });
    case 'short':
      return (
        path(
          'M-78 -24C-86 -70 -88 -130 -30 -142C10 -152 70 -142 80 -92C84 -66 80 -40 77 -24C72 -50 68 -66 58 -78C20 -72 -10 -86 -26 -98C-40 -84 -66 -70 -78 -24Z',
          color,
        ) +
        stroke('M-30 -132C0 -142 44 -136 62 -108M-44 -118C-20 -130 20 -126 44 -108', shine, 2.4, {
          opacity: 0.5,
        })
      );
    case 'buzz':
      return path(
        'M-75 -34C-82 -100 -50 -128 0 -128C50 -128 82 -100 75 -34C70 -60 64 -76 54 -84C20 -94 -20 -94 -54 -84C-64 -76 -70 -60 -75 -34Z',
        color,
        { opacity: 0.92 },
      );
  }
}

/** A hat, worn over the hair. */
export function hat(kind: Hat, color: Hex, band: Hex): string {
  const dark = darken(color, 0.32);
  switch (kind) {
    case 'none':
      return '';
    case 'stetson':
      return (
        path(
          'M-64 -88C-66 -150 -48 -190 -22 -184C-8 -178 8 -178 22 -184C48 -190 66 -150 64 -88Z',
          color,
        ) +
        path(
          'M0 -178C8 -178 8 -178 22 -184C48 -190 66 -150 64 -88H20C30 -120 20 -160 0 -178Z',
          dark,
          { opacity: 0.6 },
        ) +
        path('M-65 -104C-30 -94 30 -94 65 -104V-86C30 -76 -30 -76 -65 -86Z', band) +
        path(
          'M-140 -112C-120 -84 -60 -78 0 -78C60 -78 120 -84 140 -112C132 -66 70 -58 0 -58C-70 -58 -132 -66 -140 -112Z',
          color,
        ) +
        path('M-120 -76C-80 -64 80 -64 120 -76C96 -60 50 -57 0 -57C-50 -57 -96 -60 -120 -76Z', dark)
      );
    case 'cap':
      return (
        path(
          'M-82 -66C-88 -130 -44 -154 0 -154C44 -154 88 -130 82 -66C40 -80 -40 -80 -82 -66Z',
          color,
        ) +
        path('M0 -154C44 -154 88 -130 82 -66C66 -72 46 -75 26 -76C30 -110 20 -140 0 -154Z', dark, {
          opacity: 0.55,
        }) +
        path('M-90 -64C-60 -92 60 -92 90 -64C96 -52 70 -54 0 -54C-70 -54 -96 -52 -90 -64Z', band) +
        circle(0, -153, 6, band)
      );
    case 'beanie':
      return (
        path('M-82 -70C-92 -140 -44 -166 0 -166C44 -166 92 -140 82 -70Z', color) +
        repeat(9, (i) =>
          stroke(`M${-64 + i * 16} -76Q${-50 + i * 12.5} -130 ${-12 + i * 3} -162`, dark, 3, {
            opacity: 0.5,
          }),
        ) +
        rect(-88, -92, 176, 32, band, { rx: 12 }) +
        repeat(15, (i) => stroke(`M${-78 + i * 11} -88V-66`, darken(band, 0.25), 2.4))
      );
    case 'bandana':
      return (
        path(
          'M-80 -58C-86 -126 -44 -146 0 -146C44 -146 86 -126 80 -58C40 -82 -40 -82 -80 -58Z',
          color,
        ) +
        repeat(14, (i) =>
          circle(
            -60 + (i % 7) * 20,
            -112 + Math.floor(i / 7) * 22 + Math.abs(3 - (i % 7)) * 4,
            4.2,
            band,
          ),
        ) +
        path('M76 -66L112 -86L104 -62L118 -44L78 -52Z', dark)
      );
    case 'sunhat':
      return (
        ellipse(0, -72, 148, 34, dark) +
        ellipse(0, -78, 148, 32, color) +
        path(
          'M-70 -84C-74 -140 -50 -168 0 -168C50 -168 74 -140 70 -84C40 -70 -40 -70 -70 -84Z',
          lighten(color, 0.12),
        ) +
        path('M-71 -96C-40 -82 40 -82 71 -96V-80C40 -66 -40 -66 -71 -80Z', band)
      );
  }
}

/** Shoulders in a garment, with a neck. */
export function bust(c: Canvas, skin: Hex, shadow: Hex, cloth: Hex, trim: Hex): string {
  const shoulders = 'M-190 300C-186 216 -130 190 -44 164L0 196L44 164C130 190 186 216 190 300Z';
  const kind = c.rng.int(0, 3);
  const detail =
    kind === 0
      ? path('M-60 160L0 214L60 160L44 156L0 190L-44 156Z', trim) +
        repeat(9, (i) =>
          circle(-72 + i * 18, 216 + Math.abs(4 - i) * -8, 6.5, i % 2 ? trim : lighten(cloth, 0.5)),
        )
      : kind === 1
        ? path('M-62 158L-18 236L0 200L18 236L62 158L40 152L0 192L-40 152Z', darken(cloth, 0.25)) +
          stroke('M0 200V300', darken(cloth, 0.4), 3) +
          circle(0, 236, 4, trim) +
          circle(0, 268, 4, trim)
        : kind === 2
          ? path('M-70 168C-40 210 40 210 70 168L56 160C30 196 -30 196 -56 160Z', trim)
          : repeat(6, (i) =>
              stroke(
                `M-180 ${222 + i * 22}Q0 ${196 + i * 22} 180 ${222 + i * 22}`,
                i % 2 ? trim : darken(cloth, 0.2),
                7,
                { opacity: 0.8 },
              ),
            );
  return (
    path('M-40 70V150C-40 184 40 184 40 150V70Z', skin) +
    path('M-40 92C-20 124 20 124 40 92V150C40 172 20 178 0 178C10 150 -20 120 -40 108Z', shadow, {
      opacity: 0.75,
    }) +
    c.clipped(
      path(shoulders, '#fff'),
      path(shoulders, cloth) +
        path('M10 300V196L44 164C130 190 186 216 190 300Z', darken(cloth, 0.2), { opacity: 0.6 }) +
        detail,
    )
  );
}

export function ears(skin: Hex, shadow: Hex, earring?: Hex): string {
  const one = (s: number, tint: Hex) =>
    ellipse(s * 76, -4, 12, 20, tint) + ellipse(s * 77, -4, 6, 12, darken(tint, 0.25));
  const ring = (s: number) =>
    earring ? circle(s * 80, 24, 6, earring) + path(`M${s * 80} 30l-8 16h16Z`, earring) : '';
  return one(-1, skin) + one(1, shadow) + group(ring(-1) + ring(1));
}
