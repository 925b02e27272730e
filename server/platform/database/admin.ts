import pg from 'pg'

/**
 * Runs `work` as the schema's owner over a new connection. For operator commands only; the server
 * never uses it.
 */
export async function withAdmin<T>(
  ownerUrl: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  // A lost connection fails its query. Without this listener it also ends the process.
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** A rule of the data, as a query for the rows (workspace_id, id) that violate it. */
export type IntegrityCheck = { violation: string; query: string }
export type Violation = { workspace_id: string; what: string; id: string }

/** Returns the rows that violate a rule, at most 100 for each, in the connection's transaction. */
export async function runIntegrityChecks(
  owner: pg.Client,
  rules: readonly IntegrityCheck[],
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const { violation, query } of rules) {
    const { rows } = await owner.query<{ workspace_id: string; id: string }>(`${query} limit 100`)
    found.push(...rows.map((row) => ({ ...row, what: violation })))
  }
  return found
}

/**
 * Returns the rows that violate a rule, at most 100 for each. All queries share one snapshot, so
 * concurrent writes cause no false violations.
 */
export function findViolations(ownerUrl: string, rules: IntegrityCheck[]): Promise<Violation[]> {
  return withAdmin(ownerUrl, async (owner) => {
    await owner.query('begin isolation level repeatable read read only')
    const found = await runIntegrityChecks(owner, rules)
    await owner.query('commit')
    return found
  })
}
