/** What the demo's clients say of walls: an opening by stars, a detail of the work, and how it ended. */
export const OPENINGS: Record<5 | 4 | 3, readonly string[]> = {
  5: [
    'From the first call we felt that someone had really looked at our wall.',
    'We asked for a mural and got the new meeting point of the block.',
    'The best money we have spent on this building.',
    'I had never ordered a mural before and was led through it step by step.',
    'Our customers take more photos of the wall than of the food.',
    'The sketch made my mother cry, and the wall did it again.',
    'We got three proposals here. This one had listened.',
    'Exactly what was agreed, on the day that was agreed.',
    'People slow down in front of our house now.',
    'We wanted something that belongs to this street, and it does.',
    'It has been up for a year and still looks as it did on the first day.',
    'Calm, kind and very, very good with a brush.',
    'Our school has a favorite corner now.',
    'Worth every week of the waiting list.',
    'The neighbors were skeptical. They have asked for the number since.',
    'Two sketches, one change, and then it simply happened.',
  ],
  4: [
    'A beautiful wall, if a few days later than planned.',
    'Very happy with the result; the answers in between could have come faster.',
    'Lovely work. The lift was louder than we were told.',
    'The mural is wonderful, the parking lot took a little cleaning.',
    'Good from start to end; the first sketch was not quite it, the second was.',
    'We would do it again, with one more talk about the colors before.',
    'Great painter, a little shy with email.',
    'Came out brighter than the sketch, and we have come to like it that way.',
  ],
  3: [
    'The wall looks good, the way there was long.',
    'Nice work in the end, after it had moved twice because of rain.',
    'The painting is fine; I had understood that the coating was included.',
  ],
};

export const DETAILS: Record<string, readonly string[]> = {
  brick: [
    'The old brick was washed and primed first, and nothing has peeled.',
    'Every joint in the brick was used as part of the drawing.',
  ],
  concrete: [
    'The cracks in the concrete were filled before a single line was drawn.',
    'The bare concrete shows through where the light is meant to be.',
  ],
  stucco: [
    'The stucco drinks paint, and we were told so before and not after.',
    'The loose stucco was patched without making a thing of it.',
  ],
  wood: [
    'The fence was sanded board by board.',
    'The grain of the wood is still there, as feathers.',
  ],
  metal: [
    'The metal was degreased and primed, and the door still rolls.',
    'The slats of the door were counted before the drawing was made.',
  ],
  drywall: [
    'Inside, everything was covered, and we opened every morning.',
    'Not a drop on the floor of the shop.',
  ],
  other: ['An odd wall with an odd corner, and the corner is the best part now.'],
  any: [
    'The children of the house were allowed to paint the first leaf.',
    'We were sent a photo every evening.',
    'The sidewalk stayed open the whole time.',
    'The price was the one of the proposal, to the dollar.',
    'The permit was taken care of, which we would not have managed alone.',
    'There was always time for the questions of anyone who walked by.',
    'The design grew out of two old photos of the family.',
    'We were asked which hour of the day matters to us, and now we know why.',
    'The clear coat has seen two tags already, and both came off with water.',
    'Colors were tried on a board first, in the sun and in the shade.',
    'What was left of the paint is in our cellar, labelled, for repairs.',
    'A storm came on the third day, and it was handled without a word of worry.',
  ],
};

export const CLOSINGS: Record<5 | 4 | 3, readonly string[]> = {
  5: [
    'We are saving for the other side of the house.',
    'Recommended without a but.',
    'If you hesitate, do not.',
    'Thank you!',
    'We would ask nobody else.',
    'The next shop on the street has booked already.',
    'Ask early, the calendar is full for a reason.',
    'You can see it from the bus.',
  ],
  4: [
    'Recommended.',
    'We would book again.',
    'One star less for the calendar, none for the art.',
    'In the end the wall is what counts.',
  ],
  3: ['The result is worth a look.', 'Agree on the dates in writing.'],
};

export const REPLIES: readonly string[] = [
  'Thank you, {name}. Your wall was a gift, and so was the lemonade.',
  'It was a joy to paint for you. Send me a picture when the vine reaches it!',
  'Thank you for the trust, {name}, and for the ladder.',
  'I drive by on purpose. Thank you for these words.',
  'Thank you! The clear coat is good for five years; call me before it is not.',
  'Your idea with the windows made it. Thank you, {name}.',
];

/** For who was less than happy. */
export const APOLOGIES: readonly string[] = [
  'Thank you for being frank, {name}. The rain was not mine, the silence was; I answer within a day now.',
  'You are right about the dates. I am glad that you like the wall, and I plan with a week more now.',
  'Fair. I have written into my proposals since then what the coating costs.',
];
