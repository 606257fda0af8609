type Serializer = (value: unknown) => unknown;

/**
 * PGlite's serializers for statement parameters, made to give text whatever they are handed.
 *
 * Some give back what they do not understand: `?styles=neq.{}` reaches the one for lists as an object. Writing that
 * throws half-way through a message, in a buffer that all statements share; the next one is then unreadable, which can
 * be the ROLLBACK. One anonymous request was enough to leave the only session in a failed transaction for good.
 * PostgreSQL judges the text instead, and answers 22P02 where it must.
 */
export function textSerializers(serializers: Record<number | string, Serializer>) {
  return Object.fromEntries(
    Object.entries(serializers).map(([type, serialize]) => [
      type,
      (value: unknown) => {
        const given = attempt(serialize, value);
        if (typeof given === 'string' || given === null) return given;
        return typeof given === 'object' ? JSON.stringify(given) : String(given);
      },
    ]),
  );
}

function attempt(serialize: Serializer, value: unknown): unknown {
  try {
    return serialize(value);
  } catch {
    return value;
  }
}
