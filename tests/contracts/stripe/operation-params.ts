export type OperationParams = Record<string, unknown> & {
  limit?: number
  starting_after?: string
  customer?: string
  metadata?: Record<string, string>
}

export const mergeMetadata = (
  before: Record<string, string> | null,
  metadata: Record<string, string> = {},
) =>
  Object.fromEntries(Object.entries({ ...before, ...metadata }).filter(([, text]) => text !== ''))

export const isWithin = (time: number, range: unknown) => {
  const { gte = -Infinity, lte = Infinity } = (range ?? {}) as { gte?: number; lte?: number }
  return time >= gte && time <= lte
}
