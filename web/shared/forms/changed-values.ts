export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Returns only the changed values, so that concurrent changes of others to the rest stay. */
export const pickChanged = <Values extends Record<string, unknown>>(
  values: Values,
  saved: Record<keyof Values, unknown>,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, saved[name])),
  ) as Partial<Values>
