import type { Example } from './record-statements.ts'

/** The exported functions of a module. */
type FunctionsOf<M> = {
  [K in keyof M as M[K] extends (...args: never[]) => unknown ? K : never]: Example
}
export type QueryExamples = { file: string; examples: Record<string, Example> }

/**
 * Lists one call of each function of a query file. The type demands an example for every exported
 * function, so that a new query is printed too.
 */
export const defineExamples =
  <M>() =>
  (file: string, examples: FunctionsOf<M>): QueryExamples => ({
    file,
    examples: examples as Record<string, Example>,
  })

/** Values of the examples. Statements contain placeholders, so the values themselves never show. */
export const example = {
  id: '00000000-0000-7000-8000-000000000001',
  workspaceId: '00000000-0000-7000-8000-000000000002',
  userId: '00000000-0000-7000-8000-000000000003',
  at: new Date('2026-06-15T12:00:00Z'),
  hash: Buffer.alloc(32),
}
