import { describe, expect, it } from 'vitest';
import {
  fieldChange,
  heldDetails,
  isSameRequest,
  keptDetails,
  likedChange,
  NO_DETAILS,
  sentDetails,
} from './quote-details.ts';
import { EMPTY_QUOTE } from './quote-fields.ts';

const card = (slug: string, ...styles: string[]) => ({ slug, name: slug, styles, picture: null });
const LIKED = [card('garza', 'Nature'), card('calavera', 'Folk Art')];

describe('what is sent of the details', () => {
  it('is nothing where nothing is said', () => {
    expect(sentDetails(EMPTY_QUOTE, NO_DETAILS)).toBeUndefined();
    const odd = {
      ...NO_DETAILS,
      unsure: true,
      measured: { by: 'like', text: '20 x 10 ft' },
    } as const;
    expect(sentDetails({ ...EMPTY_QUOTE, mural_size: 'large' }, odd)).toBeUndefined();
  });

  it('is what was chosen', () => {
    const quote = { ...EMPTY_QUOTE, mural_size: '20 × 10 ft', surface_type: 'other' };
    const sent = sentDetails(quote, {
      place: 'outside',
      unsure: true,
      measured: { by: 'like', text: '20 × 10 ft' },
      liked: LIKED,
      ownStyle: false,
      callFirst: false,
    });
    expect(sent).toEqual({
      width_ft: 20,
      height_ft: 10,
      size_source: 'like',
      place: 'outside',
      surface_unsure: true,
      mural_slugs: ['garza', 'calavera'],
    });
  });

  it('trusts a size that was typed over as a typed one', () => {
    const details = { ...NO_DETAILS, measured: { by: 'like', text: '20 x 10 ft' } } as const;
    const sent = sentDetails({ ...EMPTY_QUOTE, mural_size: '21 x 10 ft' }, details);
    expect(sent).toMatchObject({ width_ft: 21, size_source: 'typed' });
  });
});

it('a request that was on its way comes back as it was sent', () => {
  const quote = { ...EMPTY_QUOTE, mural_size: '20 x 10 ft', surface_type: 'other' };
  const sent = sentDetails(quote, {
    place: 'inside',
    unsure: true,
    measured: { by: 'like', text: quote.mural_size },
    liked: LIKED,
    ownStyle: true,
    callFirst: true,
  });
  expect(sent?.call_first).toBe(true);
  const back = sentDetails(quote, heldDetails({ quote, details: sent }));
  expect(isSameRequest({ quote, details: sent }, { quote, details: back })).toBe(true);
  expect(isSameRequest({ quote, details: sent }, { quote })).toBe(false);
  expect(heldDetails({ quote })).toEqual(NO_DETAILS);
});

it('a call first is something to send', () => {
  const sent = sentDetails(EMPTY_QUOTE, { ...NO_DETAILS, callFirst: true });
  expect(sent).toMatchObject({ width_ft: null, mural_slugs: [], call_first: true });
});

describe('changes', () => {
  it('let the style follow the murals until somebody chooses one', () => {
    expect(likedChange(NO_DETAILS, LIKED).quote).toEqual({ style_preference: 'nature' });
    const own = { ...NO_DETAILS, ...fieldChange('style_preference', 'graffiti').details };
    expect(likedChange(own, LIKED)).toEqual({ quote: {}, details: { liked: LIKED } });
    expect(likedChange(NO_DETAILS, []).quote).toEqual({});
    const many = Array.from({ length: 7 }, (_, n) => card(`m${n}`));
    expect(likedChange(NO_DETAILS, many).details.liked).toHaveLength(6);
  });

  it('leave other fields alone', () => {
    expect(fieldChange('city', 'Seguin')).toEqual({ quote: { city: 'Seguin' }, details: {} });
  });
});

it('what a browser kept is read whoever wrote it', () => {
  const details = {
    place: 'inside',
    unsure: true,
    measured: { by: 'like', text: '3 x 7 ft' },
    liked: LIKED,
    ownStyle: true,
    callFirst: true,
  } as const;
  expect(keptDetails(JSON.parse(JSON.stringify(details)))).toEqual(details);
  for (const other of [null, 7, 'x', [], { liked: [null, 7, {}], place: 'up', measured: 'no' }])
    expect(keptDetails(other)).toEqual(NO_DETAILS);
});
