-- Printed by `npm run generate` for reading; do not edit.

-- sumStatistics
with
  members as materialized (
    select
      id
    from
      users
    where
      workspace_id = $1
      and state = 'accepted'
  ),
  acts as materialized (
    select
      d.day,
      d.user_id,
      sum(d.given_points) as granted,
      0 as spent,
      sum(d.given_posts) as given_posts,
      sum(d.received_posts) as received_posts
    from
      daily_recognition d
    where
      d.workspace_id = $2
      and d.day between $3::date and $4::date
      and (
        d.given_posts > 0
        or d.received_posts > 0
      )
    group by
      1,
      2
    union all
    select
      d.day,
      d.user_id,
      0,
      d.points,
      0,
      0
    from
      daily_redemptions d
    where
      d.workspace_id = $5
      and d.day between $6::date and $7::date
      and d.purchases > 0
  )
select
  (
    select
      count(*)
    from
      members
  ) as people,
  (
    select
      coalesce(sum(balance), 0)
    from
      wallets
    where
      workspace_id = $8
  ) as outstanding,
  (
    select
      json_build_object(
        'active',
        count(*),
        'engaged',
        count(m.id),
        'givers',
        count(m.id) filter (
          where
            a.given_posts > 0
        ),
        'recipients',
        count(m.id) filter (
          where
            a.received_posts > 0
        ),
        'granted',
        coalesce(sum(a.granted), 0),
        'spent',
        coalesce(sum(a.spent), 0)
      )
    from
      (
        select
          user_id,
          sum(granted) as granted,
          sum(spent) as spent,
          sum(given_posts) as given_posts,
          sum(received_posts) as received_posts
        from
          acts
        where
          day >= $9::date
        group by
          user_id
      ) a
      left join members m on m.id = a.user_id
  ) as now,
  (
    select
      json_build_object(
        'active',
        count(*),
        'engaged',
        count(m.id),
        'givers',
        count(m.id) filter (
          where
            a.given_posts > 0
        ),
        'recipients',
        count(m.id) filter (
          where
            a.received_posts > 0
        ),
        'granted',
        coalesce(sum(a.granted), 0),
        'spent',
        coalesce(sum(a.spent), 0)
      )
    from
      (
        select
          user_id,
          sum(granted) as granted,
          sum(spent) as spent,
          sum(given_posts) as given_posts,
          sum(received_posts) as received_posts
        from
          acts
        where
          day < $10::date
        group by
          user_id
      ) a
      left join members m on m.id = a.user_id
  ) as before,
  (
    select
      coalesce(json_agg(x), '[]')
    from
      (
        select
          day,
          sum(granted) as granted,
          sum(spent) as spent,
          count(distinct user_id) as active
        from
          acts
        where
          day >= $11::date
        group by
          day
      ) x
  ) as days;

-- listPopularRewards
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
      and (p.created_at at time zone $5)::date between $6::date and $7::date
    group by
      1
    order by
      purchases desc,
      points desc,
      p.reward_id
    limit
      5
  ) n
  join rewards r on r.workspace_id = $8
  and r.id = n.reward_id
  left join files f on f.workspace_id = $9
  and f.id = r.picture_file_id
order by
  n.purchases desc,
  n.points desc,
  r.id;
