import type { IntegrityCheck } from '#server/platform/database/admin.ts'

/** The rules of the ledger for the accounts of budgets. */
export const budgetChecks: IntegrityCheck[] = [
  {
    violation: 'cached balance of a budget differs from the sum of its entries',
    query: `select b.workspace_id, b.id::text from budgets b
      left join (select workspace_id, budget_id, sum(amount) as total from entries
        where budget_id is not null group by 1, 2) e
        on e.workspace_id = b.workspace_id and e.budget_id = b.id
      where b.balance <> coalesce(e.total, 0)`,
  },
  {
    violation: 'movement of a budget is wrong',
    query: `select m.workspace_id, m.id::text from movements m
      left join lateral (select count(*) as n,
          count(*) filter (where e.account = 'budget' and e.amount < 0) as taken,
          count(*) filter (where e.account = 'budget' and e.amount > 0) as added,
          count(*) filter (where e.account not in ('budget', 'issued')) as others
        from entries e where e.workspace_id = m.workspace_id and e.movement_id = m.id) e on true
      where m.type like 'budget%' and (e.n <> 2 or e.others <> 0
        or e.taken <> (m.type in ('budget_returned', 'budget_moved', 'budget_expired'))::int
        or e.added <> (m.type in ('budget_funded', 'budget_moved', 'budget_recovered'))::int)`,
  },
  {
    violation: 'points returned to a budget differ from those recovered from its post',
    query: `select m.workspace_id, m.id::text from movements m
      left join posts p on p.workspace_id = m.workspace_id and p.id = m.source_id
      left join lateral (select sum(r.recovered) as points from post_recipients r
        where r.workspace_id = p.workspace_id and r.post_id = p.id) r on true
      left join entries e on e.workspace_id = m.workspace_id and e.movement_id = m.id
        and e.budget_id = p.budget_id
      where m.type = 'budget_recovered' and (p.deleted_at is null
        or e.amount is distinct from r.points)`,
  },
  {
    violation: 'entry of a budget outside its movements and posts',
    query: `select e.workspace_id, e.movement_id::text as id from entries e
      left join movements m on m.workspace_id = e.workspace_id and m.id = e.movement_id
      left join budgets b on b.workspace_id = e.workspace_id and b.id = e.budget_id
      where e.budget_id is not null and (b.id is null or m.id is null
        or m.type not like 'budget%' and m.type not in
          ('post', 'celebration', 'award', 'bonus', 'award_held', 'award_released'))`,
  },
]
