-- Printed by `npm run generate` for reading; do not edit.

-- listAwardRows
select
  w.id,
  w.name,
  w.text,
  w.emoji,
  f.storage_key as picture_key,
  w.criteria,
  w.points_min,
  w.points_max,
  w.budget_id,
  b.name as budget_name,
  w.givers,
  w.receivers,
  w.yearly_max,
  w.value_id,
  w.private,
  w.steps,
  w.created_at,
  w.archived_at
from
  awards w
  left join budgets b on b.workspace_id = w.workspace_id
  and b.id = w.budget_id
  left join files f on f.workspace_id = w.workspace_id
  and f.id = w.picture_file_id
where
  w.workspace_id = $1
order by
  w.archived_at desc nulls first,
  lower(w.name),
  w.id
limit
  $2;

-- findAward
select
  w.id,
  w.name,
  w.text,
  w.emoji,
  f.storage_key as picture_key,
  w.criteria,
  w.points_min,
  w.points_max,
  w.budget_id,
  b.name as budget_name,
  w.givers,
  w.receivers,
  w.yearly_max,
  w.value_id,
  w.private,
  w.steps,
  w.created_at,
  w.archived_at
from
  awards w
  left join budgets b on b.workspace_id = w.workspace_id
  and b.id = w.budget_id
  left join files f on f.workspace_id = w.workspace_id
  and f.id = w.picture_file_id
where
  w.workspace_id = $1
  and w.id = $2
for no key update of
  w;

-- findAwardPicture
select
  "picture_file_id"
from
  "awards"
where
  "workspace_id" = $1
  and "id" = $2;

-- countOpenAwards
select
  count(*)::int as count,
  coalesce(
    bool_or(
      lower(name) = lower($1)
      and id is distinct from $2::uuid
    ),
    false
  ) as is_name_taken
from
  awards
where
  workspace_id = $3
  and archived_at is null;

-- insertAward
insert into
  "awards" (
    "workspace_id",
    "id",
    "name",
    "text",
    "emoji",
    "criteria",
    "points_min",
    "points_max",
    "givers",
    "receivers",
    "value_id",
    "private",
    "steps",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- updateAwardColumns
update "awards"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- listGivableAwards
select
  $1::uuid as id
from
  users u
where
  u.workspace_id = $2
  and u.id = $3
  and (
    (
      exists (
        select
        from
          users d
        where
          d.workspace_id = $4
          and d.manager_id = u.id
          and d.state in ('pending', 'accepted')
      )
      or exists (
        select
        from
          group_owners o
          join groups g on g.workspace_id = $5
          and g.id = o.group_id
        where
          o.workspace_id = $6
          and o.user_id = u.id
          and g.deleted_at is null
      )
    )
  );

-- countGiftsOfYear
select
  coalesce(max(n), 0)::int as n
from
  (
    select
      count(*) as n
    from
      award_receivers r
      join award_gifts g on g.workspace_id = r.workspace_id
      and g.id = r.gift_id
    where
      r.workspace_id = $1
      and r.user_id = any ($2::uuid[])
      and g.award_id = $3
      and g.status in ('pending', 'approved')
      and g.created_at >= $4
      and g.created_at < $5
    group by
      r.user_id
  ) each;

-- countPendingGifts
select
  count(*)::int as n
from
  award_gifts
where
  workspace_id = $1
  and giver_id = $2
  and status = 'pending';

-- isOpenValue
select
from
  "values"
where
  workspace_id = $1
  and id = $2
  and retired_at is null;

-- findValueOfAward
select
  v.id
from
  "values" v
  join awards w on w.workspace_id = v.workspace_id
  and w.id = $1
where
  v.workspace_id = $2
  and v.retired_at is null
order by
  v.id = w.value_id desc,
  v.is_default desc,
  v.id
limit
  1;
