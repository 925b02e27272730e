import pg from 'pg'

/**
 * Work as the schema's owner, on one connection of its own: for the operator's commands, never for
 * the server.
 */
export async function asOwner<T>(
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
export type Rule = { what: string; query: string }
export type Difference = { workspace_id: string; what: string; id: string }

/**
 * Every row that breaks a rule, at most 100 for each; in one snapshot, so that it is true while
 * others write.
 */
export function findDifferences(ownerUrl: string, rules: Rule[]): Promise<Difference[]> {
  return asOwner(ownerUrl, async (owner) => {
    await owner.query('begin isolation level repeatable read read only')
    const found: Difference[] = []
    for (const { what, query } of rules) {
      const { rows } = await owner.query<{ workspace_id: string; id: string }>(`${query} limit 100`)
      found.push(...rows.map((row) => ({ ...row, what })))
    }
    await owner.query('commit')
    return found
  })
}
