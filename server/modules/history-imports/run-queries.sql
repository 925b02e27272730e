-- Printed by `npm run generate` for reading; do not edit.

-- importBatch
select
  history_import_batch ($1, $2, $3::integer) as result;

-- createFormerTeammates
select
  p.key
from
  history_people p
where
  p.workspace_id = $1
  and p.import_id = $2
  and (
    p.user_id is null
    or not exists (
      select
        1
      from
        users u
      where
        u.workspace_id = $3
        and u.id = p.user_id
    )
  );
update history_people p
set
  user_id = t.id,
  former = true
from
  unnest($1::text[], $2::uuid[]) as t (key, id)
where
  p.workspace_id = $3
  and p.import_id = $4
  and p.key = t.key;

-- listOpeningBalances
select
  r.user_id,
  sum(p.score) as points
from
  posts p
  join post_recipients r on r.workspace_id = p.workspace_id
  and r.post_id = p.id
  join users u on u.workspace_id = p.workspace_id
  and u.id = r.user_id
where
  p.workspace_id = $1
  and p.imported_from = $2
  and p.deleted_at is null
  and p.score > 0
  and u.state = 'accepted'
group by
  r.user_id;

-- lockUnpaidBalances
select
  user_id,
  points::float8 as points
from
  history_balances
where
  workspace_id = $1
  and import_id = $2
  and paid_at is null
order by
  user_id
limit
  $3
for update;

-- lockOpenBalances
select
  b.user_id,
  least(b.points, greatest(w.balance, 0))::float8 as points
from
  history_balances b
  join wallets w on w.workspace_id = b.workspace_id
  and w.user_id = b.user_id
where
  b.workspace_id = $1
  and b.import_id = $2
  and b.paid_at is not null
  and b.returned is null
order by
  b.user_id
limit
  $3
for update of
  b;

-- markBalancesPaid
update history_balances
set
  paid_at = $1
where
  workspace_id = $2
  and import_id = $3
  and user_id = any ($4::uuid[]);

-- markBalancesReturned
update history_balances b
set
  returned = o.points
from
  unnest($1::uuid[], $2::bigint[]) as o (user_id, points)
where
  b.workspace_id = $3
  and b.import_id = $4
  and b.user_id = o.user_id;

-- undoBatch
select
  history_undo_batch ($1, $2, $3::integer) as posts;

-- undoPeople
select
  history_undo_people ($1, $2, $3::integer) as people;

-- endUndo
select
  history_undo_finish ($1, $2);
