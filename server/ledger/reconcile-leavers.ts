import type { IntegrityCheck } from '#server/platform/database/admin.ts'

/** Recomputes the ends of leavers' balances, and of expired points, from the entries of the ledger. */
export const leaverChecks: IntegrityCheck[] = [
  {
    violation: 'end of a balance, or of expired points, has wrong entries',
    query: `select m.workspace_id, m.id::text from movements m
      join lateral (select count(*) as n,
          count(*) filter (where e.account = 'wallet' and e.amount < 0) as taken,
          count(*) filter (where e.account = case m.type when 'paid_out' then 'redeemed'
            else 'issued' end and e.amount > 0) as given
        from entries e where e.workspace_id = m.workspace_id and e.movement_id = m.id) e on true
      where m.type in ('lapsed', 'paid_out', 'expired') and (e.n <> 2 or e.taken <> 1 or e.given <> 1)`,
  },
  {
    // A gift card takes part of the balance, and the payroll the rest.
    violation: 'end of a balance differs from its grace',
    query: `select g.workspace_id, g.id::text from leaver_graces g
      left join purchases p on p.workspace_id = g.workspace_id and p.id = g.purchase_id
      left join lateral (select coalesce(sum(-e.amount), 0) as moved, count(distinct m.type) as types,
          min(m.type) as type from movements m
        join entries e on e.workspace_id = m.workspace_id and e.movement_id = m.id
          and e.user_id = g.user_id
        where m.workspace_id = g.workspace_id and m.source_id = g.id
          and m.type in ('lapsed', 'paid_out')) m on true
      where case when g.ended_at is null or g.result is null
          then m.moved <> 0 or coalesce(g.points, 0) <> 0
        else m.moved + coalesce(p.price, 0) <> g.points
          or (g.result = 'gift_card') <> (p.id is not null)
          or m.types > 1 or m.type <> case g.result when 'lapsed' then 'lapsed'
            else 'paid_out' end end`,
  },
]
