import type { Language } from '#config/language.ts';
import { dollars } from '#lib/format.ts';
import type { Included } from './included.ts';
import type { Due } from './payment-parts.ts';
import type { Tax } from './sales-tax.ts';

/*
 * The words of an agreement in both languages, whatever the page around it is written in: one counts and the other is
 * beside it. They are not among the words of pages, because nothing that somebody signed may change with those.
 */
const dayIn = (locale: string, dateStyle: 'medium' | 'long') => {
  let format: Intl.DateTimeFormat | undefined;
  return (day: string): string => {
    format ??= new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' });
    return format.format(new Date(day));
  };
};
const day = dayIn('en-US', 'medium');
const dia = dayIn('es-US', 'long');

const en = {
  titles: {
    people: 'The people and the wall',
    design: 'Design',
    price: 'Price',
    dates: 'Dates',
    permits: 'Permits and insurance',
    about: 'About this text',
  },
  paints: (artist: string, client: string) =>
    `${artist} (the artist) paints a mural for ${client} (the client).`,
  wall: (wall: string, photo: number | null) =>
    `The wall: ${wall}${photo === null ? '' : ` (marked on photo ${photo + 1} of the request)`}`,
  preparedBy: {
    client: 'The client cleans and prepares the wall.',
    artist: 'The artist cleans and prepares the wall.',
  },
  approvedSketch: (version: number, sentOn: string) =>
    `The artist paints the approved sketch, version ${version} of ${day(sentOn)}.`,
  sketch: 'The artist paints the sketch that the client approves.',
  noRounds: 'The price includes no changes to the sketch.',
  rounds: (n: number) =>
    `The price includes ${n === 1 ? '1 round' : `${n} rounds`} of changes to the sketch.`,
  boxes: {
    lift: 'lift or scaffold',
    primer: 'primer',
    coating: 'protective coating',
    permits: 'permits',
  } satisfies Record<Exclude<Included, 'design'>, string>,
  included: 'The price includes:',
  notIncluded: 'The price does not include:',
  pays: (amount: string) => `The client pays the artist ${amount}:`,
  amount: (amount: number, tax: Tax) =>
    `${dollars(amount)}${{ not_said: '', included: ', tax included', plus: ' plus tax' }[tax]}`,
  /** Parts that an artist named stay as they are. */
  parts: {} as Record<string, string>,
  due: {
    signed: 'when both have signed',
    design_approved: 'when the design is approved',
    first_day: 'on the first day of painting',
    halfway: 'halfway through painting',
    done: 'when the mural is done',
  } satisfies Record<Due, string>,
  directly: 'The client pays the artist directly. This site takes and holds no money.',
  howToPay: 'How to pay:',
  from: (starts: string, ends: string) =>
    `The artist begins on ${day(starts)} and finishes by ${day(ends)}.`,
  asksOwner: 'The client asks the owner of the wall for permission before painting begins.',
  hasOwner: 'The client has the permission of the owner of the wall.',
  artistPermits: 'The artist gets any permit that the mural needs.',
  clientPermits: 'The client gets any permit that the mural needs.',
  insured: (until: string) =>
    `The artist carries liability insurance, checked by Muro until ${day(until)}.`,
  template: 'It began as a template, which is not legal advice.',
  counts: {
    en: 'The English text counts. The Spanish text is for reading.',
    es: 'The Spanish text counts. The English text is for reading.',
  } satisfies Record<Language, string>,
};

const es: typeof en = {
  titles: {
    people: 'Las partes y la pared',
    design: 'Diseño',
    price: 'Precio',
    dates: 'Fechas',
    permits: 'Permisos y seguro',
    about: 'Sobre este texto',
  },
  paints: (artist, client) => `${artist} (el artista) pinta un mural para ${client} (el cliente).`,
  wall: (wall, photo) =>
    `La pared: ${wall}${photo === null ? '' : ` (marcada en la foto ${photo + 1} de la solicitud)`}`,
  preparedBy: {
    client: 'El cliente limpia y prepara la pared.',
    artist: 'El artista limpia y prepara la pared.',
  },
  approvedSketch: (version, sentOn) =>
    `El artista pinta el boceto aprobado, versión ${version} del ${dia(sentOn)}.`,
  sketch: 'El artista pinta el boceto que el cliente apruebe.',
  noRounds: 'El precio no incluye cambios al boceto.',
  rounds: (n) => `El precio incluye ${n === 1 ? '1 ronda' : `${n} rondas`} de cambios al boceto.`,
  boxes: {
    lift: 'elevador o andamio',
    primer: 'sellador',
    coating: 'capa protectora',
    permits: 'permisos',
  },
  included: 'El precio incluye:',
  notIncluded: 'El precio no incluye:',
  pays: (amount) => `El cliente le paga al artista ${amount}:`,
  amount: (amount, tax) =>
    `${dollars(amount)}${{ not_said: '', included: ', impuesto incluido', plus: ' más impuesto' }[tax]}`,
  parts: {
    Deposit: 'Anticipo',
    'Second payment': 'Segundo pago',
    'Final payment': 'Pago final',
    'Design fee': 'Pago por el diseño',
  },
  due: {
    signed: 'cuando firmen ambas partes',
    design_approved: 'cuando se apruebe el diseño',
    first_day: 'el primer día de pintura',
    halfway: 'a la mitad de la pintura',
    done: 'cuando el mural esté terminado',
  },
  directly: 'El cliente le paga al artista directamente. Este sitio no recibe ni guarda dinero.',
  howToPay: 'Cómo pagar:',
  from: (starts, ends) =>
    `El artista empieza el ${dia(starts)} y termina a más tardar el ${dia(ends)}.`,
  asksOwner: 'Antes de que empiece la pintura, el cliente le pide permiso al dueño de la pared.',
  hasOwner: 'El cliente tiene el permiso del dueño de la pared.',
  artistPermits: 'El artista saca cualquier permiso que el mural necesite.',
  clientPermits: 'El cliente saca cualquier permiso que el mural necesite.',
  insured: (until) =>
    `El artista tiene seguro de responsabilidad civil, verificado por Muro hasta el ${dia(until)}.`,
  template: 'Partió de una plantilla, que no es asesoría legal.',
  counts: {
    en: 'Vale el texto en inglés. El texto en español es para leer.',
    es: 'Vale el texto en español. El texto en inglés es para leer.',
  },
};

export type AgreementWords = typeof en;
export const WORDS: Record<Language, AgreementWords> = { en, es };
