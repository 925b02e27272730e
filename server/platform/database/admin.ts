import pg from 'pg'

/**
 * Work as the schema's owner, on one connection of its own: for the operator's commands, never for
 * the server.
 */
export async function withAdmin<T>(
  ownerUrl: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** What should hold, as a query for the rows (workspace_id, id) that break it. */
export type IntegrityCheck = { violation: string; query: string }
export type Violation = { workspace_id: string; what: string; id: string }

/**
 * Every row that breaks a rule, at most 100 for each; in one snapshot, so that it is true while
 * others write.
 */
export function findViolations(ownerUrl: string, rules: IntegrityCheck[]): Promise<Violation[]> {
  return withAdmin(ownerUrl, async (owner) => {
    await owner.query('begin isolation level repeatable read read only')
    const found: Violation[] = []
    for (const { violation, query } of rules) {
      const { rows } = await owner.query<{ workspace_id: string; id: string }>(`${query} limit 100`)
      found.push(...rows.map((row) => ({ ...row, what: violation })))
    }
    await owner.query('commit')
    return found
  })
}
