type Serializer = (value: unknown) => unknown;

/** What the protocol can count in one statement; postgres.js notices in the middle of a message. */
const MOST_PARAMETERS = 65_533;

/**
 * A driver's serializers for statement parameters, made to give text for every type, whatever they are handed.
 *
 * A driver finds out in the middle of a message that it cannot write a value: for a type without a serializer it asks an
 * object for its text (`{"toString": 1}` has none), and some serializers give back what they do not understand
 * (`?styles=neq.{}` reaches the one for lists as an object). postgres.js then blames the statement before, sends nothing,
 * and waits for the answer for good: each such request took one session away. PostgreSQL judges the text instead, and
 * answers 22P02 where it must. The driver may go on adding serializers; it does, for the lists that a database has.
 */
export function wholeSerializers<T extends Record<number | string, Serializer>>(serializers: T): T {
  const known = (type: string) =>
    Object.hasOwn(serializers, type) ? serializers[type] : undefined;
  return new Proxy(serializers, {
    has: () => true,
    get: (_, type) => (value: unknown) => textOf(value, known(String(type))),
  });
}

/** The text of a value; what is text already is left to PostgreSQL to read, as PostgREST does. */
function textOf(value: unknown, serialize: Serializer | undefined): string {
  if (typeof value === 'string') return value;
  const given = serialize ? attempt(serialize, value) : value;
  if (typeof given === 'string') return given;
  if (given instanceof Date) return Number.isNaN(given.getTime()) ? 'invalid' : given.toISOString();
  if (ArrayBuffer.isView(given))
    return `\\x${Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('hex')}`;
  return typeof given === 'object' ? JSON.stringify(given) : String(given);
}

function attempt(serialize: Serializer, value: unknown): unknown {
  try {
    return serialize(value);
  } catch {
    return value;
  }
}

/**
 * What a driver is handed: `undefined` is null, as in PostgREST.
 * @throws when there are more than one statement can carry.
 */
export function bindable(params: readonly unknown[]): unknown[] {
  if (params.length > MOST_PARAMETERS)
    throw Object.assign(new Error('The statement has too many values.'), {
      code: 'MAX_PARAMETERS_EXCEEDED',
    });
  return params.map((value) => (value === undefined ? null : value));
}
