type Typed = [city: string | null, state: string | null];

/** A city and a state as people fill them in, and what they mean. */
export const PLACE_CASES: [typed: Typed, meant: Typed][] = [
  [
    ['San Antonio', 'TX'],
    ['San Antonio', 'TX'],
  ],
  [
    ['San Antonio, TX', null],
    ['San Antonio', 'TX'],
  ],
  [
    ['San  Antonio,Texas', ' '],
    ['San Antonio', 'TX'],
  ],
  [
    ['San Antonio', 'tejas'],
    ['San Antonio', 'TX'],
  ],
  // A name in full is right as well, and stays.
  [
    ['San Antonio', 'Texas'],
    ['San Antonio', 'Texas'],
  ],
  [
    ['New Braunfels, TX 78130', null],
    ['New Braunfels', 'TX'],
  ],
  [
    ['new braunfels texas 78130-1234, USA', null],
    ['new braunfels', 'TX'],
  ],
  [
    ['Austin, Texas, United States', 'Texas'],
    ['Austin', 'Texas'],
  ],
  [
    ['Albany, New York', null],
    ['Albany', 'NY'],
  ],
  // A word of a name is no state.
  [
    ['Port Washington', null],
    ['Port Washington', null],
  ],
  [
    ['Texas', null],
    ['Texas', null],
  ],
  [
    ['Marfa or', null],
    ['Marfa or', null],
  ],
  // Two states are no state.
  [
    ['Kansas City, MO', 'KS'],
    ['Kansas City, MO', 'KS'],
  ],
  [
    [null, 'TX'],
    [null, 'TX'],
  ],
  [
    ['', ''],
    [null, null],
  ],
  [
    ['78130', null],
    ['78130', null],
  ],
  // As maps, labels and forms part them.
  [
    ['San Antonio - TX', null],
    ['San Antonio', 'TX'],
  ],
  [
    ['San Antonio (TX)', null],
    ['San Antonio', 'TX'],
  ],
  [
    ['Austin (78701)', 'TX'],
    ['Austin', 'TX'],
  ],
  [
    ['San Antonio, Bexar County, TX', null],
    ['San Antonio', 'TX'],
  ],
  [
    ['San Antonio, Condado de Bexar, Texas, Estados Unidos', null],
    ['San Antonio', 'TX'],
  ],
  [
    ['TX 78205', null],
    ['78205', 'TX'],
  ],
  [
    ['ZIP 78205-1234', 'TX'],
    ['78205-1234', 'TX'],
  ],
  [
    ['Dallas/Fort Worth TX', null],
    ['Dallas/Fort Worth', 'TX'],
  ],
  [
    ['Kansas City (MO)', 'KS'],
    ['Kansas City (MO)', 'KS'],
  ],
  [
    [', Bexar County, OR', null],
    [null, 'OR'],
  ],
];
