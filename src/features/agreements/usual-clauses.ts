import type { Language } from '#config/language.ts';

export interface OwnClause {
  title: string;
  text: string;
  /** What it is written in: English, where it was written before clauses said so. */
  lang?: Language | undefined;
}

const WORDS: Record<Language, OwnClause[]> = {
  en: [
    {
      title: 'Further rounds',
      text: 'You both agree on the price of each further round of changes before it begins.',
    },
    {
      title: 'Delays',
      text: 'Bad weather can extend the end date by up to 5 days.\nEither side may postpone the start with 7 days’ notice.',
    },
    {
      title: 'Copyright and photos',
      text: 'The artist keeps the copyright in the mural and the sketches.\nThe client may take and share photos of the mural. Advertising and products need a separate license from the artist.',
    },
    {
      title: 'Visual Artists Rights Act',
      text: 'The artist keeps their rights under the Visual Artists Rights Act (17 U.S.C. § 106A): credit, and no changes to the mural without the artist.\nThe client tells the artist 90 days before the mural is removed or painted over.',
    },
    {
      title: 'Care',
      text: 'For 12 months the artist repairs faults of paint and workmanship at no charge.\nThe client plans to keep the mural for at least 5 years.',
    },
    {
      title: 'Ending early',
      text: 'Either side may end this agreement in writing. What was paid counts toward what is owed then: 25% of the price before painting begins, 75% after.',
    },
  ],
  es: [
    {
      title: 'Rondas adicionales',
      text: 'Las dos partes acuerdan el precio de cada ronda adicional de cambios antes de que empiece.',
    },
    {
      title: 'Retrasos',
      text: 'El mal tiempo puede mover la fecha final hasta 5 días.\nCualquiera de las partes puede aplazar el inicio con 7 días de aviso.',
    },
    {
      title: 'Derechos de autor y fotos',
      text: 'El artista conserva los derechos de autor del mural y de los bocetos.\nEl cliente puede tomar y compartir fotos del mural. Para publicidad y productos hace falta una licencia aparte del artista.',
    },
    {
      title: 'Ley de Derechos de los Artistas Visuales',
      text: 'El artista conserva sus derechos según la Ley de Derechos de los Artistas Visuales (Visual Artists Rights Act, 17 U.S.C. § 106A): que se le dé crédito y que no se cambie el mural sin el artista.\nEl cliente le avisa al artista 90 días antes de que se quite el mural o se pinte encima.',
    },
    {
      title: 'Cuidado',
      text: 'Durante 12 meses, el artista repara sin costo las fallas de pintura y de mano de obra.\nEl cliente piensa conservar el mural al menos 5 años.',
    },
    {
      title: 'Terminar antes de tiempo',
      text: 'Cualquiera de las partes puede terminar este acuerdo por escrito. Lo ya pagado cuenta para lo que se deba entonces: 25% del precio antes de que empiece la pintura, 75% después.',
    },
  ],
};

const usualIn = (lang: Language) => WORDS[lang].map((clause) => ({ ...clause, lang }));

/** The clauses that agreements begin with, in the same order. `private.usual_clauses` has the same. */
export const USUAL_CLAUSES = { en: usualIn('en'), es: usualIn('es') };

/** Clauses in a language, as far as they are those of the template. What an artist wrote or changed stays as it is. */
export const clausesIn = (language: Language, clauses: readonly OwnClause[]): OwnClause[] =>
  clauses.map((clause) => {
    const at = USUAL_CLAUSES[clause.lang ?? 'en'].findIndex(
      ({ title, text }) => title === clause.title && text === clause.text,
    );
    return USUAL_CLAUSES[language][at] ?? clause;
  });
