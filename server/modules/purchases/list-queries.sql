-- Printed by `npm run generate` for reading; do not edit.

-- listPurchasePage
with
  names as materialized (
    select
      u.id,
      lower(u.first_name || ' ' || u.last_name) as name
    from
      users u
    where
      u.workspace_id = $1
  )
select
  k.id,
  k.sort_key
from
  (
    select
      p.id,
      n.name as sort_key
    from
      purchases p
      join names n on n.id = p.created_by
    where
      (
        p.workspace_id = $2
        and p.stage = $3
        and p.reward_id = $4
        and p.created_at >= $5
        and p.created_at < $6
        and p.status = $7
        and p.type = $8
        and p.reward_type = $9
        and (
          lower(p.title) like lower($10::text)
          or p.id in (
            select
              c.purchase_id
            from
              contributions c
            where
              c.workspace_id = $11
              and c.user_id in (
                select
                  u.id
                from
                  users u
                where
                  u.workspace_id = $12
                  and u.state <> 'deleted'
                  and (
                    lower(u.first_name || ' ' || u.last_name) like lower($13::text)
                    or u.email like lower($14::text)
                  )
              )
          )
        )
      )
  ) k
where
  (k.sort_key, k.id) > ($15::text, $16::uuid)
order by
  k.sort_key asc,
  k.id asc
limit
  $17;

-- listPurchaseIds
select
  p.id
from
  purchases p
where
  (
    p.workspace_id = $1
    and p.stage = $2
    and p.reward_id = $3
    and p.created_at >= $4
    and p.created_at < $5
    and (
      lower(p.title) like lower($6::text)
      or p.id in (
        select
          c.purchase_id
        from
          contributions c
        where
          c.workspace_id = $7
          and c.user_id in (
            select
              u.id
            from
              users u
            where
              u.workspace_id = $8
              and u.state <> 'deleted'
              and (
                lower(u.first_name || ' ' || u.last_name) like lower($9::text)
                or u.email like lower($10::text)
              )
          )
      )
    )
  )
order by
  p.id
limit
  1000;

-- countPurchasesByStage
select
  p.stage,
  count(*)::integer as count
from
  purchases p
where
  (
    p.workspace_id = $1
    and p.stage = $2
    and p.reward_id = $3
    and p.created_at >= $4
    and p.created_at < $5
    and (
      lower(p.title) like lower($6::text)
      or p.id in (
        select
          c.purchase_id
        from
          contributions c
        where
          c.workspace_id = $7
          and c.user_id in (
            select
              u.id
            from
              users u
            where
              u.workspace_id = $8
              and u.state <> 'deleted'
              and (
                lower(u.first_name || ' ' || u.last_name) like lower($9::text)
                or u.email like lower($10::text)
              )
          )
      )
    )
  )
group by
  p.stage;

-- countPurchasesByReward
select
  r.id,
  r.title,
  r.emoji,
  f.storage_key as picture_key,
  n.count
from
  (
    select
      p.reward_id,
      count(*)::integer as count
    from
      purchases p
    where
      (
        p.workspace_id = $1
        and p.stage = $2
        and p.reward_id = $3
        and p.created_at >= $4
        and p.created_at < $5
        and (
          lower(p.title) like lower($6::text)
          or p.id in (
            select
              c.purchase_id
            from
              contributions c
            where
              c.workspace_id = $7
              and c.user_id in (
                select
                  u.id
                from
                  users u
                where
                  u.workspace_id = $8
                  and u.state <> 'deleted'
                  and (
                    lower(u.first_name || ' ' || u.last_name) like lower($9::text)
                    or u.email like lower($10::text)
                  )
              )
          )
        )
      )
    group by
      p.reward_id
    order by
      count(*) desc,
      p.reward_id
    limit
      100
  ) n
  join rewards r on r.workspace_id = $11
  and r.id = n.reward_id
  left join files f on f.workspace_id = $12
  and f.id = r.picture_file_id
order by
  n.count desc,
  r.id;

-- selectOpenPurchaseCount
select
  cast(count(*) as integer) as "count"
from
  "purchases"
where
  "workspace_id" = $1
  and "stage" = $2;
