-- Printed by `npm run generate` for reading; do not edit.

-- sumStatistics
select
  "day"
from
  "report_snapshots"
where
  "workspace_id" = $1
order by
  "day";
with
  absent as materialized (
    select
      id
    from
      users
    where
      workspace_id = $1
      and state <> 'accepted'
  ),
  sums as (
    select
      x.user_id,
      sum(x.given) > 0 as gave,
      sum(x.received) > 0 as received
    from
      (
        select
          d.user_id,
          d.given_posts::int,
          d.received_posts::int,
          0
        from
          daily_recognition d
        where
          d.workspace_id = $2
          and d.day between $3::date and $4::date
          and (
            d.given_posts > 0
            or d.received_posts > 0
          )
        union all
        select
          d.user_id,
          0,
          0,
          d.purchases::int
        from
          daily_redemptions d
        where
          d.workspace_id = $5
          and d.day between $6::date and $7::date
          and d.purchases > 0
      ) x (user_id, given, received, purchases)
    group by
      x.user_id
    having
      sum(x.given) > 0
      or sum(x.received) > 0
      or sum(x.purchases) > 0
  ),
  marked as (
    select
      gave,
      received,
      user_id not in (
        select
          id
        from
          absent
      ) as is_member
    from
      sums
  )
select
  count(*) as active,
  count(*) filter (
    where
      is_member
  ) as engaged,
  count(*) filter (
    where
      is_member
      and gave
  ) as givers,
  count(*) filter (
    where
      is_member
      and received
  ) as recipients
from
  marked;
with
  absent as materialized (
    select
      id
    from
      users
    where
      workspace_id = $1
      and state <> 'accepted'
  ),
  sums as (
    select
      x.user_id,
      sum(x.given) > 0 as gave,
      sum(x.received) > 0 as received
    from
      (
        select
          d.user_id,
          d.given_posts::int,
          d.received_posts::int,
          0
        from
          daily_recognition d
        where
          d.workspace_id = $2
          and d.day between $3::date and $4::date
          and (
            d.given_posts > 0
            or d.received_posts > 0
          )
        union all
        select
          d.user_id,
          0,
          0,
          d.purchases::int
        from
          daily_redemptions d
        where
          d.workspace_id = $5
          and d.day between $6::date and $7::date
          and d.purchases > 0
      ) x (user_id, given, received, purchases)
    group by
      x.user_id
    having
      sum(x.given) > 0
      or sum(x.received) > 0
      or sum(x.purchases) > 0
  ),
  marked as (
    select
      gave,
      received,
      user_id not in (
        select
          id
        from
          absent
      ) as is_member
    from
      sums
  )
select
  count(*) as active,
  count(*) filter (
    where
      is_member
  ) as engaged,
  count(*) filter (
    where
      is_member
      and gave
  ) as givers,
  count(*) filter (
    where
      is_member
      and received
  ) as recipients
from
  marked;
select
  day,
  granted,
  spent,
  active
from
  daily_totals
where
  workspace_id = $1
  and day between $2::date and $3::date
union all
select
  day,
  sum(granted),
  sum(spent),
  count(distinct user_id)
from
  (
    select
      d.day,
      d.user_id,
      d.given_points as granted,
      0 as spent
    from
      daily_recognition d
    where
      d.workspace_id = $4
      and d.day between $5::date and $6::date
      and d.day > $7::date
      and (
        d.given_posts > 0
        or d.received_posts > 0
      )
    union all
    select
      d.day,
      d.user_id,
      0,
      d.points
    from
      daily_redemptions d
    where
      d.workspace_id = $8
      and d.day between $9::date and $10::date
      and d.day > $11::date
      and d.purchases > 0
  ) acts
group by
  day;
select
  (
    select
      count(*)
    from
      users
    where
      workspace_id = $1
      and state = 'accepted'
  ) as people,
  (
    select
      coalesce(sum(balance), 0)
    from
      wallets
    where
      workspace_id = $2
  ) as outstanding;

-- listPopularRewards
select
  "day"
from
  "report_snapshots"
where
  "workspace_id" = $1
order by
  "day";
select
  r.id,
  r.title,
  r.description,
  r.price,
  r.category,
  r.emoji,
  f.storage_key as picture_key,
  r.one_time,
  r.comment_required,
  r.available_amount,
  r.type,
  r.reward_type,
  r.country,
  r.product_id,
  r.gift_card_value,
  r.deadline,
  r.demo,
  r.created_at,
  n.purchases,
  n.points,
  (
    select
      o.price
    from
      purchases o
    where
      o.workspace_id = $1
      and o.reward_id = r.id
      and o.reward_type = 'team'
      and o.status = 'pending'
  ) as filling_price
from
  (
    select
      x.reward_id,
      sum(x.purchases)::bigint as purchases,
      sum(x.points)::bigint as points
    from
      (
        select
          p.reward_id,
          count(distinct p.id) as purchases,
          coalesce(sum(c.amount), 0) as points
        from
          purchases p
          left join contributions c on c.workspace_id = p.workspace_id
          and c.purchase_id = p.id
          and c.status <> 'declined'
        where
          p.workspace_id = $2
          and p.id >= $3
          and p.id < $4
          and p.status <> 'declined'
          and p.created_at >= $5
          and p.created_at < $6
        group by
          1
      ) x
    group by
      1
    order by
      2 desc,
      3 desc,
      x.reward_id
    limit
      5
  ) n
  join rewards r on r.workspace_id = $7
  and r.id = n.reward_id
  left join files f on f.workspace_id = $8
  and f.id = r.picture_file_id
order by
  n.purchases desc,
  n.points desc,
  r.id;
