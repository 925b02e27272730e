import type { IntegrityCheck } from '#server/platform/database/admin.ts'

/** The rules of the ledger for paid bonuses. */
export const bonusChecks: IntegrityCheck[] = [
  {
    violation: 'movement of a bonus is missing or wrong',
    query: `select b.workspace_id, b.id::text from bonuses b
      left join movements m on m.workspace_id = b.workspace_id and m.source_id = b.id
        and m.type = 'bonus'
      left join lateral (select count(*) as n, count(*) filter (where e.amount = y.points) as paid,
          count(*) filter (where e.amount = -b.points_paid and case when b.budget_id is null
            then e.account = 'issued' else e.budget_id = b.budget_id end) as taken
        from entries e
        left join lateral (select y.points from bonus_payments y
          where y.workspace_id = e.workspace_id and y.bonus_id = b.id and y.user_id = e.user_id
          limit 1) y on true
        where e.workspace_id = m.workspace_id and e.movement_id = m.id) e on true
      where (b.status = 'paid') <> (m.id is not null)
        or m.id is not null and (e.n <> b.people + 1 or e.paid <> b.people or e.taken <> 1)`,
  },
  {
    violation: 'totals of a bonus differ from its payments',
    query: `select b.workspace_id, b.id::text from bonuses b
      left join lateral (select count(*) as people, sum(y.points) as points from bonus_payments y
        where y.workspace_id = b.workspace_id and y.bonus_id = b.id) y on true
      where coalesce(b.people, 0) <> y.people or b.points_paid is distinct from y.points`,
  },
  {
    violation: 'movement of a bonus without its bonus',
    query: `select m.workspace_id, m.id::text from movements m
      where m.type = 'bonus' and not exists (
        select from bonuses b where b.workspace_id = m.workspace_id and b.id = m.source_id)`,
  },
]
