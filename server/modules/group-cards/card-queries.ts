import { type RawBuilder, sql } from 'kysely'

/** The years with the company, of an anniversary only. */
export const yearsOfCard: RawBuilder<number | null> = sql`
  case when k.kind = 'anniversary' then k.year - extract(year from u.hire_date)::int end`

/** Cards `k` with their celebrations `c` and persons `u`. */
export const cardTables = (workspaceId: string): RawBuilder<unknown> => sql`
  group_cards k
  join celebrations c on c.workspace_id = ${workspaceId} and c.kind = k.kind
    and c.user_id = k.user_id and c.year = k.year
  join users u on u.workspace_id = ${workspaceId} and u.id = k.user_id`
