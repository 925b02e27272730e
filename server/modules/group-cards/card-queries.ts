import { type RawBuilder, sql } from 'kysely'

/**
 * The years with the company, of an anniversary only. A delivered card has those of its post, also
 * after the first day has changed.
 */
export const yearsOfCard = (workspaceId: string): RawBuilder<number | null> => sql`
  case when k.kind = 'anniversary' then coalesce(
    (select (p.occasion ->> 'years')::int from posts p
      where p.workspace_id = ${workspaceId} and p.id = c.post_id),
    k.year - extract(year from u.hire_date)::int) end`

/** Cards `k` with their celebrations `c` and persons `u`. */
export const cardTables = (workspaceId: string): RawBuilder<unknown> => sql`
  group_cards k
  join celebrations c on c.workspace_id = ${workspaceId} and c.kind = k.kind
    and c.user_id = k.user_id and c.year = k.year
  join users u on u.workspace_id = ${workspaceId} and u.id = k.user_id`
