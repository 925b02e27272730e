import type { IntegrityCheck } from '#server/platform/database/admin.ts'

/** The points of a gift `g` for all receivers. */
const pointsOfGift = `g.points::bigint * (select count(*) from award_receivers r
  where r.workspace_id = g.workspace_id and r.gift_id = g.id)`

/** The rules of the ledger for points that are held for awards. */
export const awardChecks: IntegrityCheck[] = [
  {
    violation: 'held points differ from open purchases and awards',
    query: `select w.id as workspace_id, w.id::text from workspaces w
      left join (select workspace_id, sum(amount) as total from entries where account = 'held'
        group by 1) h on h.workspace_id = w.id
      left join (select workspace_id, sum(amount) as total from contributions
        where status not in ('fulfilled', 'declined') group by 1) c on c.workspace_id = w.id
      left join (select g.workspace_id, sum(${pointsOfGift}) as total from award_gifts g
        where g.status = 'pending' and g.budget_id is not null group by 1) a
        on a.workspace_id = w.id
      where coalesce(h.total, 0) <> coalesce(c.total, 0) + coalesce(a.total, 0)`,
  },
  {
    violation: 'held points of an award are missing or wrong',
    query: `select g.workspace_id, g.id::text from award_gifts g
      left join movements m on m.workspace_id = g.workspace_id and m.source_id = g.id
        and m.type = 'award_held'
      left join lateral (select count(*) as n, count(*) filter (where
          (e.budget_id = g.budget_id and e.amount = -(${pointsOfGift}))
          or (e.account = 'held' and e.amount = ${pointsOfGift})) as right_ones
        from entries e where e.workspace_id = m.workspace_id and e.movement_id = m.id) e on true
      where (m.id is not null) <> (g.budget_id is not null and g.steps <> '[]')
        or m.id is not null and (e.n <> 2 or e.right_ones <> 2)`,
  },
  {
    violation: 'released points of an award are missing or wrong',
    query: `select g.workspace_id, g.id::text from award_gifts g
      left join movements h on h.workspace_id = g.workspace_id and h.source_id = g.id
        and h.type = 'award_held'
      left join movements m on m.workspace_id = g.workspace_id and m.source_id = g.id
        and m.type = 'award_released'
      left join lateral (select count(*) as n, count(*) filter (where
          (e.account = 'held' and e.amount = -(${pointsOfGift}))
          or ((e.account = 'issued' or e.budget_id = g.budget_id)
            and e.amount = ${pointsOfGift})) as right_ones
        from entries e where e.workspace_id = m.workspace_id and e.movement_id = m.id) e on true
      where (m.id is not null) <> (h.id is not null and g.status in ('declined', 'withdrawn'))
        or m.id is not null and (e.n <> 2 or e.right_ones <> 2)`,
  },
  {
    violation: 'movement of an award without its gift',
    query: `select m.workspace_id, m.id::text from movements m
      where m.type in ('award_held', 'award_released') and not exists (
        select from award_gifts g where g.workspace_id = m.workspace_id and g.id = m.source_id)`,
  },
]
