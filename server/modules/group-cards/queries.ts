import { type Selectable, sql } from 'kysely'
import type { CelebrationKind } from '#contract/schemas/celebrations.ts'
import type { DateVisibility } from '#contract/schemas/date-visibility.ts'
import { visibilityOf } from '#server/modules/important-dates/queries.ts'
import { cardTables, isOpenTo, yearsOfCard } from './card-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** A planned celebration whose card does not exist yet. */
export type CardToOpen = {
  kind: CelebrationKind
  user_id: string
  year: number
  manager_id: string | null
  shown: DateVisibility
}

/** Returns the planned celebrations of these kinds after a time that have no card yet. */
export async function listCardsToOpen(
  trx: Trx,
  workspaceId: string,
  kinds: string[],
  { from, limit }: { from: Date; limit: number },
): Promise<CardToOpen[]> {
  const { rows } = await sql<CardToOpen>`
    select c.kind, c.user_id, c.year, u.manager_id,
      case c.kind when 'birthday' then ${visibilityOf('birthday')}
        else ${visibilityOf('anniversary')} end as shown
    from celebrations c
    join users u on u.workspace_id = ${workspaceId} and u.id = c.user_id and u.state = 'accepted'
    join settings s on s.workspace_id = ${workspaceId}
    where c.workspace_id = ${workspaceId} and c.kind = any (${kinds}::text[])
      and c.state = 'planned' and c.due_at > ${from}
      and not exists (select from group_cards k where k.workspace_id = ${workspaceId}
        and k.kind = c.kind and k.user_id = c.user_id and k.year = c.year)
    order by c.due_at, c.user_id
    limit ${limit}`.execute(trx)
  return rows
}

/** The newest posts of a person that decide who may sign. */
const postsScanned = 500

/**
 * Returns the colleagues who may sign a card: manager, peers and reports and, unless only they see
 * the day, those who exchanged the most posts with the person since `sinceId`.
 */
export async function listSigners(
  trx: Trx,
  workspaceId: string,
  { userId, managerId }: { userId: string; managerId: string | null },
  { isTeamOnly, sinceId, limit }: { isTeamOnly: boolean; sinceId: string; limit: number },
): Promise<string[]> {
  const exchanged = sql`
    select id, count(*) as posts from (
      (select p.from_id as id from post_recipients r
        join posts p on p.workspace_id = ${workspaceId} and p.id = r.post_id
        where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and not r.deleted
          and r.post_id >= ${sinceId} and p.from_id is not null
        order by r.post_id desc limit ${sql.lit(postsScanned)})
      union all
      (select unnest(p.to_ids) from posts p
        where p.workspace_id = ${workspaceId} and p.from_id = ${userId} and p.deleted_at is null
          and p.id >= ${sinceId}
        order by p.id desc limit ${sql.lit(postsScanned)})) found
    group by id`
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    left join (${exchanged}) e on e.id = u.id
    where u.workspace_id = ${workspaceId} and u.state = 'accepted' and not u.demo
      and u.id <> ${userId}
      and (u.id = ${managerId} or u.manager_id = ${managerId} or u.manager_id = ${userId}
        or e.id is not null and not ${isTeamOnly}::boolean)
    order by coalesce(u.id = ${managerId}, false) desc, e.posts desc nulls last, u.id
    limit ${limit}`.execute(trx)
  return rows.map((row) => row.id)
}

export async function insertCard(
  trx: Trx,
  card: Pick<
    Selectable<Tables['group_cards']>,
    'workspace_id' | 'id' | 'kind' | 'user_id' | 'year' | 'created_at'
  >,
  signerIds: string[],
): Promise<void> {
  await trx.insertInto('group_cards').values(card).execute()
  await insertRows(
    trx,
    'group_card_signers',
    signerIds.map((userId) => ({
      workspace_id: card.workspace_id,
      user_id: userId,
      card_id: card.id,
    })),
  )
}

/** A card with its celebration, as one reader sees it. */
export type CardRow = {
  id: string
  kind: CelebrationKind
  user_id: string
  day: string
  years: number | null
  delivered_at: Date | null
  signed: boolean
  signature_count: number
}

const cardColumns = (workspaceId: string, readerId: string) => sql`
  k.id, k.kind, k.user_id, c.day::text as day, k.delivered_at,
  ${yearsOfCard(workspaceId)} as years,
  exists (select from group_card_signatures g where g.workspace_id = ${workspaceId}
    and g.card_id = k.id and g.user_id = ${readerId}) as signed,
  (select count(*) from group_card_signatures g where g.workspace_id = ${workspaceId}
    and g.card_id = k.id and g.hidden_at is null)::int as signature_count`

/** Returns the open cards that a person may sign, the next day first. */
export async function listCardsToSign(
  trx: Trx,
  workspaceId: string,
  readerId: string,
  limit: number,
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(workspaceId, readerId)}
    from group_card_signers n join ${cardTables(workspaceId)} on k.id = n.card_id
    where n.workspace_id = ${workspaceId} and n.user_id = ${readerId}
      and k.workspace_id = ${workspaceId} and ${isOpenTo(workspaceId, readerId)}
    order by c.day, k.id limit ${limit}`.execute(trx)
  return rows
}

/** Returns the delivered cards of a person, the newest first. */
export async function listReceivedCards(
  trx: Trx,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(workspaceId, userId)}
    from ${cardTables(workspaceId)}
    where k.workspace_id = ${workspaceId} and k.user_id = ${userId} and k.delivered_at is not null
    order by k.delivered_at desc, k.id limit ${limit}`.execute(trx)
  return rows
}

/**
 * Returns a card for its person once it is delivered, or for one of its signers: before, while it
 * is open to them.
 */
export async function findVisibleCard(
  trx: Trx,
  workspaceId: string,
  id: string,
  readerId: string,
): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(workspaceId, readerId)}
    from ${cardTables(workspaceId)}
    where k.workspace_id = ${workspaceId} and k.id = ${id}
      and (k.user_id = ${readerId} and k.delivered_at is not null
        or exists (select from group_card_signers n where n.workspace_id = ${workspaceId}
          and n.user_id = ${readerId} and n.card_id = k.id)
          and (k.delivered_at is not null or ${isOpenTo(workspaceId, readerId)}))`.execute(trx)
  return rows[0]
}

/** Locks a card against its delivery, and returns whether it is delivered; undefined without it. */
export async function lockCard(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<{ delivered_at: Date | null } | undefined> {
  return trx
    .selectFrom('group_cards')
    .select('delivered_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Delivers the card of a celebration if somebody has signed it. Returns its id. */
export async function markCardDelivered(
  trx: Trx,
  workspaceId: string,
  { kind, userId, year, at }: { kind: CelebrationKind; userId: string; year: number; at: Date },
): Promise<string | undefined> {
  const isOfCelebration = sql`k.workspace_id = ${workspaceId} and k.kind = ${kind}
    and k.user_id = ${userId} and k.year = ${year} and k.delivered_at is null`
  // Only a statement after the lock sees the signature of a signer who held it.
  await sql`select from group_cards k where ${isOfCelebration} for no key update`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    update group_cards k set delivered_at = ${at}
    where ${isOfCelebration} and exists (select from group_card_signatures g
      where g.workspace_id = ${workspaceId} and g.card_id = k.id)
    returning k.id`.execute(trx)
  return rows[0]?.id
}
