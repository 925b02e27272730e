import type pg from 'pg'
import {
  type Violation,
  findViolations,
  type IntegrityCheck,
  runIntegrityChecks,
} from '#server/platform/database/admin.ts'
import { awardChecks } from './reconcile-awards.ts'
import { bonusChecks } from './reconcile-bonuses.ts'
import { budgetChecks } from './reconcile-budgets.ts'
import { leaverChecks } from './reconcile-leavers.ts'

/**
 * Recomputes the whole ledger from its entries (promises 1 and 8). Each query returns the rows that
 * violate one rule. All run as the schema's owner in one snapshot, so concurrent writes cause no
 * false violations.
 */
const integrityChecks: IntegrityCheck[] = [
  {
    violation: 'movement does not sum to zero',
    query: `select m.workspace_id, m.id::text from movements m left join entries e
      on e.workspace_id = m.workspace_id and e.movement_id = m.id
      group by 1, 2 having coalesce(sum(e.amount), 0) <> 0 or count(e.*) = 0`,
  },
  {
    violation: 'cached balance differs from the sum of entries',
    query: `select w.workspace_id, w.user_id::text as id from wallets w
      left join (select workspace_id, user_id, sum(amount) as total, count(*) as n,
        max(sequence) as top from entries where user_id is not null group by 1, 2) e
        on e.workspace_id = w.workspace_id and e.user_id = w.user_id
      where w.balance <> coalesce(e.total, 0) or w.entries_count <> coalesce(e.n, 0)
        or w.entries_count <> coalesce(e.top, 0)`,
  },
  {
    violation: 'running balance differs from the entries before it',
    query: `select workspace_id, movement_id::text as id from (
        select workspace_id, movement_id, balance_after,
          sum(amount) over (partition by workspace_id, user_id order by sequence) as running
        from entries where user_id is not null) e where running <> balance_after`,
  },
  {
    violation: 'entries of a post are missing or wrong',
    query: `select p.workspace_id, p.id::text from posts p
      left join movements m on m.workspace_id = p.workspace_id and m.source_id = p.id
        and m.type in ('post', 'celebration', 'award')
      left join lateral (select count(*) as n, sum(amount) as total from entries e
        where e.workspace_id = m.workspace_id and e.movement_id = m.id
          and e.user_id = any (p.to_ids) and e.amount = p.score) e on true
      where p.score > 0 and p.imported_from is null and (e.n is distinct from cardinality(p.to_ids)
        or e.total <> p.score::bigint * cardinality(p.to_ids))`,
  },
  {
    // Detects movements that sum to zero but have another recipient, amount or account.
    violation: 'movement differs from its post',
    query: `select m.workspace_id, m.id::text from movements m
      join posts p on p.workspace_id = m.workspace_id and p.id = m.source_id
      join lateral (select count(*) as n, count(*) filter (where case when m.type = 'award'
            and e.account = 'held' then true when m.type <> 'post_deleted'
            and p.budget_id is not null then e.budget_id = p.budget_id
            else e.account = 'issued' end) as paid,
          count(*) filter (where e.user_id = any (p.to_ids) and e.amount = case m.type
            when 'post_deleted' then -p.score else p.score end) as right_ones
        from entries e where e.workspace_id = m.workspace_id and e.movement_id = m.id) e on true
      where m.type <> 'budget_recovered' and (m.type <> 'post_deleted'
        and (m.type = 'post') <> (p.from_id is not null)
        or m.type not in ('post', 'post_deleted', 'celebration', 'award')
        or e.right_ones <> cardinality(p.to_ids) or e.paid <> 1 or e.n <> e.right_ones + 1)`,
  },
  {
    violation: 'deleted post without a reversal, or reversal of an undeleted post',
    query: `select p.workspace_id, p.id::text from posts p
      left join movements m on m.workspace_id = p.workspace_id and m.source_id = p.id
        and m.type = 'post_deleted'
      where (p.deleted_at is null or p.score = 0 or p.points_kept
        or p.imported_from is not null) <> (m.id is null)`,
  },
  {
    // A wallet returns points of a deleted post only from a positive balance.
    violation: 'recovered points of a deleted post differ from its entries',
    query: `select r.workspace_id, r.post_id::text as id from post_recipients r
      join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
      left join movements m on m.workspace_id = r.workspace_id and m.source_id = r.post_id
        and m.type = 'post_deleted'
      left join entries e on e.workspace_id = m.workspace_id and e.movement_id = m.id
        and e.user_id = r.user_id
      where r.recovered is not null and (e.movement_id is null
        or r.recovered <> greatest(least(p.score, e.balance_after + p.score), 0))`,
  },
  {
    // `spent` may be higher: a post deleted after its period returns nothing.
    violation: 'allowance does not count all points given from it',
    query: `select g.workspace_id, g.user_id::text as id from (
        select workspace_id, user_id, period_start, sum(cost) as cost from (
          select workspace_id, from_id as user_id, period_start,
            score::bigint * cardinality(to_ids) as cost from posts
            where deleted_at is null and budget_id is null and from_id is not null
              and imported_from is null
          union all select p.workspace_id, p.from_id, p.period_start,
            p.score - coalesce(r.recovered, p.score) from posts p
            join post_recipients r on r.workspace_id = p.workspace_id and r.post_id = p.id
              where p.deleted_at is not null and p.budget_id is null
                and p.from_id is not null and p.imported_from is null) part group by 1, 2, 3) g
      left join allowances a on a.workspace_id = g.workspace_id and a.user_id = g.user_id
        and a.period_start = g.period_start
      where coalesce(a.spent, 0) < g.cost`,
  },
  {
    violation: 'cached totals of a post differ from its add-ons',
    query: `select p.workspace_id, p.id::text from posts p
      left join (select workspace_id, parent_id, count(*) as n, sum(score) as score from posts
        where add_on and deleted_at is null group by 1, 2) a
        on a.workspace_id = p.workspace_id and a.parent_id = p.id
      where p.deleted_at is null and (p.add_on_count <> coalesce(a.n, 0)
        or p.added_score <> coalesce(a.score, 0))`,
  },
  {
    violation: 'add-on differs from its post in value, privacy or people',
    query: `select a.workspace_id, a.id::text from posts a join posts p
      on p.workspace_id = a.workspace_id and p.id = a.parent_id
      where a.deleted_at is null and (p.add_on or p.deleted_at is not null
        or a.value_id <> p.value_id or a.private <> p.private or a.from_id = p.from_id
        or not a.to_ids <@ p.to_ids)`,
  },
  {
    violation: 'cached counts of comments or reactions are wrong',
    query: `select p.workspace_id, p.id::text from posts p
      left join (select workspace_id, post_id, count(*) as n from comments group by 1, 2) c
        on c.workspace_id = p.workspace_id and c.post_id = p.id
      left join (select workspace_id, post_id, jsonb_object_agg(reaction, n) as counts
        from (select workspace_id, post_id, reaction, count(*) as n from reactions
        group by 1, 2, 3) each group by 1, 2) r
        on r.workspace_id = p.workspace_id and r.post_id = p.id
      where p.comment_count <> coalesce(c.n, 0) or p.reaction_counts <> coalesce(r.counts, '{}')`,
  },
  {
    violation: 'entry of a contribution is missing or wrong',
    query: `select c.workspace_id, c.id::text from contributions c
      left join movements m on m.workspace_id = c.workspace_id and m.source_id = c.id
        and m.type = 'purchase'
      left join entries e on e.workspace_id = m.workspace_id and e.movement_id = m.id
        and e.user_id = c.user_id
      where e.amount is distinct from -c.amount`,
  },
  {
    violation: 'movement differs from its contribution',
    query: `select m.workspace_id, m.id::text from movements m
      join contributions c on c.workspace_id = m.workspace_id and c.id = m.source_id
      join lateral (select count(*) as n, count(*) filter (where case
          when m.type = 'purchase' then (e.user_id = c.user_id and e.amount = -c.amount)
            or (e.account = 'held' and e.amount = c.amount)
          when m.type in ('purchase_declined', 'purchase_canceled') then (e.user_id = c.user_id
            and e.amount = c.amount) or (e.account = 'held' and e.amount = -c.amount)
          when m.type = 'purchase_returned' then (e.user_id = c.user_id and e.amount = c.amount)
            or (e.account = 'redeemed' and e.amount = -c.amount)
          else (e.account = 'held' and e.amount = -c.amount) or (e.account = 'redeemed'
            and e.amount = c.amount) end) as right_ones
        from entries e where e.workspace_id = m.workspace_id and e.movement_id = m.id) e on true
      where m.type not like 'purchase%' or e.n <> 2 or e.right_ones <> 2`,
  },
  {
    violation: 'declined contribution without a refund, or refund of another one',
    query: `select c.workspace_id, c.id::text from contributions c
      left join movements m on m.workspace_id = c.workspace_id and m.source_id = c.id
        and m.type in ('purchase_declined', 'purchase_canceled', 'purchase_returned')
      group by c.workspace_id, c.id, c.status
      having count(m.id) <> (c.status = 'declined')::int`,
  },
  {
    violation: 'fulfilled contribution not settled, or settled before',
    query: `select c.workspace_id, c.id::text from contributions c
      left join movements m on m.workspace_id = c.workspace_id and m.source_id = c.id
        and m.type = 'purchase_fulfilled'
      left join movements r on r.workspace_id = c.workspace_id and r.source_id = c.id
        and r.type = 'purchase_returned'
      where (c.status = 'fulfilled' or r.id is not null) <> (m.id is not null)`,
  },
  {
    // Parts that were withdrawn before the purchase was fulfilled are canceled.
    violation: 'returned points without a returned purchase, or the reverse',
    query: `select c.workspace_id, c.id::text from contributions c
      join purchases p on p.workspace_id = c.workspace_id and p.id = c.purchase_id
      left join movements m on m.workspace_id = c.workspace_id and m.source_id = c.id
        and m.type = 'purchase_returned'
      where case when m.id is not null then p.returned_at is null or p.status <> 'declined'
          or p.type <> 'manual'
        else p.returned_at is not null and not exists (select 1 from movements w
          where w.workspace_id = c.workspace_id and w.source_id = c.id
            and w.type = 'purchase_canceled') end`,
  },
  {
    violation: 'paid parts of a purchase differ from its price',
    query: `select p.workspace_id, p.id::text from purchases p
      left join lateral (select coalesce(sum(c.amount), 0) as paid from contributions c
        where c.workspace_id = p.workspace_id and c.purchase_id = p.id and c.status <> 'declined') c
          on true
      where case when p.status = 'declined' then c.paid <> 0
        when p.reward_type = 'team' and p.status = 'pending' then c.paid not between 1
          and p.price - 1 or p.company_part <> 0
        else c.paid + p.company_part <> p.price end`,
  },
  {
    violation: 'contribution has another status than its purchase',
    query: `select c.workspace_id, c.id::text from contributions c join purchases p
      on p.workspace_id = c.workspace_id and p.id = c.purchase_id
      where c.status <> p.status and c.status <> 'declined'`,
  },
  {
    violation: 'entry without a movement or wallet',
    query: `select e.workspace_id, e.movement_id::text as id from entries e
      where not exists (select 1 from movements m where m.workspace_id = e.workspace_id
        and m.id = e.movement_id)
        or (e.user_id is not null and not exists (select 1 from wallets w
          where w.workspace_id = e.workspace_id and w.user_id = e.user_id))`,
  },
  {
    violation: 'movement without its post or contribution',
    query: `select m.workspace_id, m.id::text from movements m where
      (m.type in ('post', 'post_deleted', 'celebration', 'award')
        and not exists (select 1 from posts p
        where p.workspace_id = m.workspace_id and p.id = m.source_id))
      or (m.type like 'purchase%' and not exists (select 1 from contributions c
        where c.workspace_id = m.workspace_id and c.id = m.source_id))`,
  },
  {
    violation: 'gift card order differs from the status of its purchase',
    query: `select g.workspace_id, g.purchase_id::text as id from gift_orders g join purchases p
      on p.workspace_id = g.workspace_id and p.id = g.purchase_id
      where p.status <> case g.step when 'settled' then 'fulfilled' when 'released' then 'declined'
        else 'pending' end`,
  },
  {
    // A charge without a purchase belongs to a team that was reset.
    violation: 'gift card charged with a wrong amount, or charged and not delivered',
    query: `select g.workspace_id, g.purchase_id::text as id from gift_orders g
      left join cards k on k.workspace_id = g.workspace_id and k.id = g.card_id
      left join local_charges c on c.workspace_id = g.workspace_id
        and c.key = 'purchase-' || g.purchase_id
      where (g.step = 'settled' and k.provider = 'local' and (c.amount_cents is distinct
        from g.charge_cents or c.refunded_cents <> 0))
        or (g.step = 'released' and c.refunded_cents <> c.amount_cents)`,
  },
  {
    // `spent_cents` may be higher: a reset deletes orders but keeps the day, so that it does not
    // raise the limit.
    violation: 'daily total of gift cards does not count all orders',
    query: `select o.workspace_id, o.day::text as id from (
        select workspace_id, (created_at at time zone 'UTC')::date as day,
          sum(claimed_cents) as cents from gift_orders where step <> 'released' group by 1, 2) o
      left join gift_card_days d on d.workspace_id = o.workspace_id and d.day = o.day
      where coalesce(d.spent_cents, 0) < o.cents`,
  },
  ...awardChecks,
  ...bonusChecks,
  ...budgetChecks,
  ...leaverChecks,
  {
    violation: 'balance below zero without a deleted post',
    query: `select w.workspace_id, w.user_id::text as id from wallets w where w.balance < 0
      and not exists (
      select 1 from entries e join movements m on m.workspace_id = e.workspace_id
        and m.id = e.movement_id
      where e.workspace_id = w.workspace_id and e.user_id = w.user_id and m.type = 'post_deleted')`,
  },
]

/**
 * Returns all violations, at most 100 for each rule; an empty list when the ledger is consistent.
 */
export const reconcileLedger = (ownerUrl: string): Promise<Violation[]> =>
  findViolations(ownerUrl, integrityChecks)

/**
 * Returns the violations among the rows that the connection's role and workspace see, in its
 * transaction.
 */
export const findLedgerViolations = (client: pg.Client): Promise<Violation[]> =>
  runIntegrityChecks(client, integrityChecks)
