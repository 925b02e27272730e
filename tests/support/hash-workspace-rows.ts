import { createHash } from 'node:crypto'
import { withClient } from './database.ts'
import type { TestApp } from './test-app.ts'

/** Returns a hash over every row of a workspace in every table except sessions. */
export const hashWorkspaceRows = (t: TestApp, workspaceId: string) =>
  withClient(t.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{
      t: string
      key: string
    }>(`select c.table_name as t, c.column_name as key from information_schema.columns c
      join information_schema.tables x using (table_schema, table_name)
    where c.table_schema = 'public' and x.table_type = 'BASE TABLE' and c.table_name <> 'sessions'
      and (c.column_name = 'workspace_id' or (c.table_name = 'workspaces' and c.column_name = 'id'))
      order by 1`)
    const hash = createHash('sha256')
    for (const { t: table, key } of rows) {
      const found = await owner.query<{ text: string }>(
        `select coalesce(string_agg(r::text, e'\\n' order by r::text), '') as text from "${table}" r
          where ${key} = $1`,
        [workspaceId],
      )
      hash.update(`${table}\n${found.rows[0]?.text}\n`)
    }
    return hash.digest('hex')
  })
