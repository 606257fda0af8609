const FAMILY = '👨‍👩‍👧‍👦';
const ENGLAND = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

/** What somebody typed, and what is kept of it; nothing where no character of it can be seen. */
export const TEXT_CASES: [typed: string, kept: string][] = [
  // Nothing to see.
  ...[
    ...[
      '',
      ' ',
      '\u00a0\u3000',
      '\u200b\u200b\u200b',
      '\u200d',
      '\u200c\u200d',
      '\ufeff',
      '\u2060',
    ],
    ...['\u00ad', '\u034f', '\u061c', '\u180e', '\u200e\u200f', '\u202e', '\u2066\u2069', '\ufe0f'],
    ...['\u{e0100}', '\u{e0041}\u{e0042}', '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800\u2800'],
    ...[
      '\u0301',
      '\u0301\u20dd',
      '\u17b4',
      '\u180b',
      '\u0001',
      '\u007f',
      '\u0085',
      '\u2028',
      '\ufff9',
    ],
    ...['\ufffe', ' \u200b\u0301 \u2800', '\u{1d173}', '\ue000'],
  ].map((typed): [string, string] => [typed, '']),
  // Letters of one look are one letter.
  ['Begon\u0303a Iba\u0301n\u0303ez', 'Bego\u00f1a Ib\u00e1\u00f1ez'],
  ['n\u200b\u0303', '\u00f1'],
  ['\u212a', 'K'],
  // Nothing that cannot be seen, nothing that turns a line.
  ['Ana\u200b Luz', 'Ana Luz'],
  ['Ana\u200d Luz\u200c', 'Ana Luz'],
  ['\u202eevil\u202c', 'evil'],
  ['\u2067Ana\u2069', 'Ana'],
  ['a\u0000b\u0007c\u009fd'.replace('\u0000', ''), 'abcd'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['tag\u{e0041}s', 'tags'],
  ['\u200fAna\u200e \u061c', 'Ana'],
  ['Ana\u3164', 'Ana'],
  ['\u2800Ana\u2800', 'Ana'],
  ['é\u200d\u00a0', 'é'],
  // Line breaks as databases and spreadsheets write them.
  ['a\r\nb\rc\vd\fe\u0085f\u2028g\u2029h', 'a\nb\nc\nd\ne\nf\ng\nh'],
  ['\ta\tb\n', 'a\tb'],
  // What people write with them stays.
  ...[
    ...[FAMILY, '👩🏽‍🎨', '❤️', '❤️‍🔥', '1️⃣', ENGLAND, `${FAMILY} Ana ${ENGLAND}!`],
    ...['محمد الفنان', 'می\u200cخواهم', 'דוד\u200f!ab', 'क्\u200dष', '壁画家', 'Łukasz Żółty'],
    ...['葛\u{e0100}', '\u1112\u1161\u11ab'.normalize('NFC'), '⠃⠗', 'x\u0338y', '·', '½'],
  ].map((typed): [string, string] => [typed, typed]),
];

/** Letters that no accent was added to, as addresses and searches write them. */
export const FOLDED_CASES: [text: string, slug: string][] = [
  ['Łukasz Żółty', 'lukasz-zolty'],
  ['Đặng Đình', 'dang-dinh'],
  ['Ðorður Þórðarson', 'dordur-thordarson'],
  ['Øyvind SØRENSEN', 'oyvind-sorensen'],
  ['Straße STRAẞE', 'strasse-strasse'],
  ['Æsa Ærø', 'aesa-aero'],
  ['Œuvre œuf', 'oeuvre-oeuf'],
  ['Işık IŞIK', 'isik-isik'],
  ['Ħamrun ħu', 'hamrun-hu'],
  ['Ŋata ŋa', 'nata-na'],
  ['Ŧaŧ', 'tat'],
  ['Ənvər', 'enver'],
  ['ﬁne ＷＡＬＬ ĳs', 'fine-wall-ijs'],
];
