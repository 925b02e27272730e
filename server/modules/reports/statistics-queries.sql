-- Printed by `npm run generate` for reading; do not edit.

-- sumStatistics
with
  absent as materialized (
    select
      id
    from
      users
    where
      workspace_id = $1
      and (
        case "state"
          when 'pending' then 0
          when 'accepted' then 1
          when 'deactivated' then 2
          else 3
        end
      ) in (0, 2, 3)
  )
select
  json_build_object(
    'active',
    count(*) filter (
      where
        now_gave
        or now_received
        or now_purchased
    ),
    'engaged',
    count(*) filter (
      where
        is_member
        and (
          now_gave
          or now_received
          or now_purchased
        )
    ),
    'givers',
    count(*) filter (
      where
        is_member
        and "now_gave"
    ),
    'recipients',
    count(*) filter (
      where
        is_member
        and "now_received"
    )
  ) as now,
  json_build_object(
    'active',
    count(*) filter (
      where
        before_gave
        or before_received
        or before_purchased
    ),
    'engaged',
    count(*) filter (
      where
        is_member
        and (
          before_gave
          or before_received
          or before_purchased
        )
    ),
    'givers',
    count(*) filter (
      where
        is_member
        and "before_gave"
    ),
    'recipients',
    count(*) filter (
      where
        is_member
        and "before_received"
    )
  ) as before
from
  (
    select
      sum(given) > 0 as now_gave,
      sum(received) > 0 as now_received,
      sum(purchases) > 0 as now_purchased,
      sum(before_given) > 0 as before_gave,
      sum(before_received) > 0 as before_received,
      sum(before_purchases) > 0 as before_purchased,
      user_id not in (
        select
          id
        from
          absent
      ) as is_member
    from
      (
        select
          d.user_id,
          d.given_posts::int,
          d.received_posts::int,
          0,
          0,
          0,
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
          d.purchases::int,
          0,
          0,
          0
        from
          daily_redemptions d
        where
          d.workspace_id = $5
          and d.day between $6::date and $7::date
          and d.purchases > 0
        union all
        select
          d.user_id,
          0,
          0,
          0,
          d.given_posts::int,
          d.received_posts::int,
          0
        from
          daily_recognition d
        where
          d.workspace_id = $8
          and d.day between $9::date and $10::date
          and (
            d.given_posts > 0
            or d.received_posts > 0
          )
        union all
        select
          d.user_id,
          0,
          0,
          0,
          0,
          0,
          d.purchases::int
        from
          daily_redemptions d
        where
          d.workspace_id = $11
          and d.day between $12::date and $13::date
          and d.purchases > 0
      ) x (
        user_id,
        given,
        received,
        purchases,
        before_given,
        before_received,
        before_purchases
      )
    group by
      user_id
  ) sums;
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
-- Users who only redeemed are counted beside the others: the posts of a day are in the order of
-- their users, so that counting them needs no sort.
select
  day,
  sum(granted)::bigint,
  sum(spent)::bigint,
  sum(active)::bigint
from
  (
    select
      d.day,
      sum(d.given_points) as granted,
      0 as spent,
      count(distinct d.user_id) as active
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
    group by
      d.day
    union all
    select
      r.day,
      0,
      sum(r.points),
      count(*) filter (
        where
          not exists (
            select
            from
              daily_recognition d
            where
              d.workspace_id = $8
              and d.day = r.day
              and d.user_id = r.user_id
              and (
                d.given_posts > 0
                or d.received_posts > 0
              )
          )
      )
    from
      (
        select
          d.day,
          d.user_id,
          d.points
        from
          daily_redemptions d
        where
          d.workspace_id = $9
          and d.day between $10::date and $11::date
          and d.day > $12::date
          and d.purchases > 0
      ) r
    group by
      r.day
  ) acts
group by
  day;
select
  count(*) - (
    select
      count(*)
    from
      (
        select
          id
        from
          users
        where
          workspace_id = $1
          and (
            case "state"
              when 'pending' then 0
              when 'accepted' then 1
              when 'deactivated' then 2
              else 3
            end
          ) in (0, 2, 3)
      ) a
  ) as people,
  coalesce(sum(balance), 0)::bigint as outstanding
from
  wallets
where
  workspace_id = $2;

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
  r.audience,
  r.person_max,
  r.person_period,
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
