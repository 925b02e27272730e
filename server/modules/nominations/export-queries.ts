import { sql } from 'kysely'
import type { OwnNomination } from '#contract/schemas/nominations.ts'
import type { Trx } from '#server/platform/database/database.ts'

export type ExportRow = {
  id: string
  user_id: string | null
  group_id: string | null
  nominator_id: string
  text: string
  answers: (string | null)[]
  sharing: OwnNomination['sharing']
  may_quote: boolean
  created_at: Date
  excluded: boolean
  score: number | null
  spread: number | null
  votes: number | null
  place: number | null
  won: boolean
}

/** Returns nominations of a round with an id below `before`, with the result of their nominees. */
export async function listExportRows(
  trx: Trx,
  workspaceId: string,
  roundId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select n.id, e.user_id, e.group_id, n.nominator_id, n.text, n.answers, n.sharing, n.may_quote,
      n.created_at, e.excluded_at is not null as excluded, e.score, e.spread, e.votes, e.place, e.won
    from nominations n
    join nominees e on e.workspace_id = ${workspaceId} and e.id = n.nominee_id
    where n.workspace_id = ${workspaceId} and n.round_id = ${roundId}
      ${before === undefined ? sql`` : sql`and n.id < ${before}::uuid`}
    order by n.id desc limit ${limit}`.execute(trx)
  return rows
}

/** Returns the names of company values, retired ones included. */
export async function listValueNames(trx: Trx, workspaceId: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('values')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
