import { type RawBuilder, sql } from 'kysely'
import { visibleAs } from '#server/modules/important-dates/queries.ts'

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

/**
 * Condition for cards `k` before the day, of people who are still there and show the day to a
 * reader. A card without signatures is never delivered, and closes once its day is celebrated.
 */
export const isOpenTo = (workspaceId: string, readerId: string): RawBuilder<boolean> => sql`
  (k.delivered_at is null
    and exists (select from celebrations c where c.workspace_id = ${workspaceId}
      and c.kind = k.kind and c.user_id = k.user_id and c.year = k.year and c.state = 'planned')
    and exists (select from users u join settings s on s.workspace_id = ${workspaceId}
      where u.workspace_id = ${workspaceId} and u.id = k.user_id and u.state = 'accepted'
        and case k.kind when 'birthday' then ${visibleAs('birthday', workspaceId, readerId)}
          else ${visibleAs('anniversary', workspaceId, readerId)} end is not null))`
