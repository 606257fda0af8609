type Serializer = (value: unknown) => unknown;

/**
 * A driver's serializers for statement parameters, made to give text whatever they are handed.
 *
 * Some give back what they do not understand: `?styles=neq.{}` reaches the one for lists as an object. Writing that
 * throws half-way through a message, in a buffer that all statements share; the next one is then unreadable, which can
 * be the ROLLBACK. One anonymous request was enough to leave the only session in a failed transaction for good.
 * PostgreSQL judges the text instead, and answers 22P02 where it must.
 */
export function textSerializers(serializers: Record<number | string, Serializer>) {
  return Object.fromEntries(
    Object.entries(serializers).map(([type, serialize]) => [type, textual(serialize)]),
  );
}

/** The same for a driver that adds serializers while it runs: postgres.js does, for the lists that a database has. */
export function liveTextSerializers<T extends Record<number | string, Serializer>>(
  serializers: T,
): T {
  return new Proxy(serializers, {
    get: (all, type: string) => {
      const serialize = all[type];
      return serialize && textual(serialize);
    },
  });
}

function textual(serialize: Serializer): Serializer {
  return (value) => {
    const given = attempt(serialize, value);
    if (typeof given === 'string' || given === null || ArrayBuffer.isView(given)) return given;
    return typeof given === 'object' ? JSON.stringify(given) : String(given);
  };
}

function attempt(serialize: Serializer, value: unknown): unknown {
  try {
    return serialize(value);
  } catch {
    return value;
  }
}
