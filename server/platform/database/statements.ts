import type { CompiledQuery } from 'kysely'

/** A statement that each connection parses once, under its name. */
export type NamedStatement = { name: string; text: string; values: unknown[] }

/** A call of an SQL function that sets its workspace itself and returns one value. */
export type FunctionCall = { name: string; values: unknown[] }

/**
 * Short stable names for statements, so that each connection parses them once. Bounded at 500
 * without eviction, because connections keep prepared statements.
 */
const statementNames = new Map<string, string>()
function statementNameFor(sql: string): string | undefined {
  let name = statementNames.get(sql)
  if (!name && statementNames.size < 500)
    statementNames.set(sql, (name = `read_${statementNames.size}`))
  return name
}
export const toNamedStatement = (query: CompiledQuery) => ({
  name: statementNameFor(query.sql),
  text: query.sql,
  values: [...query.parameters],
})

/** Returns the text of parameters, from the first on: `$1,$2,$3`. */
const listParameters = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => `$${first + index}`).join()

/**
 * Returns the statement that calls a function. It contains nothing else, so that Citus runs the
 * function on the node of its workspace.
 */
export const toCallStatement = ({ name, values }: FunctionCall): NamedStatement => ({
  name,
  text: `select ${name}(${listParameters(values.length)}) as result`,
  values,
})

/**
 * Returns the statement that enters a session (`session_enter`), and calls a function if the row of
 * the session has this image.
 */
export const toSessionStatement = (
  session: NamedStatement,
  image: string,
  { name, values }: FunctionCall,
): NamedStatement => ({
  name: `${session.name}_${name}`,
  text: `
    with session as materialized (
      select s::text = $1 as is_same
      from session_enter(${listParameters(session.values.length, 2)}) s)
    select is_same, case when is_same
      then ${name}(${listParameters(values.length, session.values.length + 2)}) end as result
    from session`,
  values: [image, ...session.values, ...values],
})
