-- Printed by `npm run generate` for reading; do not edit.

-- listShopRows
select
  "rewards"."id",
  "rewards"."title",
  "rewards"."description",
  "rewards"."price",
  "rewards"."category",
  "rewards"."emoji",
  "files"."storage_key" as "picture_key",
  "rewards"."one_time",
  "rewards"."comment_required",
  "rewards"."available_amount",
  "rewards"."type",
  "rewards"."reward_type",
  "rewards"."country",
  "rewards"."product_id",
  "rewards"."gift_card_value",
  "rewards"."deadline",
  "rewards"."audience",
  "rewards"."person_max",
  "rewards"."person_period",
  "rewards"."demo",
  "rewards"."created_at",
  (
    select
      "filling"."price"
    from
      "purchases" as "filling"
    where
      "filling"."workspace_id" = $1
      and "filling"."reward_id" = "rewards"."id"
      and "filling"."reward_type" = $2
      and "filling"."status" = $3
  ) as "filling_price",
  "open"."id" as "open_id",
  "open"."deadline" as "open_deadline",
  case
    when rewards.reward_type = 'team' then rewards.price
    else least(
      case
        when rewards.reward_type = 'individual'
        and rewards.type = 'manual' then ceil(
          rewards.price * coalesce(
            (
              select
                f.factor
              from
                users u
                join price_factors f on f.workspace_id = u.workspace_id
                and f.country = u.country
              where
                u.workspace_id = $4
                and u.id = $5
            ),
            1
          )
        )::integer
        else rewards.price
      end,
      (
        select
          g.price
        from
          reward_goals g
        where
          g.workspace_id = $6
          and g.user_id = $7
          and g.reward_id = rewards.id
          and g.price_until > $8
      )
    )
  end as "own_price",
  (
    select
      g.price_until
    from
      reward_goals g
    where
      g.workspace_id = $9
      and g.user_id = $10
      and g.reward_id = rewards.id
      and g.price_until > $11
  ) as "price_until"
from
  "rewards"
  left join "files" on "files"."workspace_id" = "rewards"."workspace_id"
  and "files"."id" = "rewards"."picture_file_id"
  left join "purchases" as "open" on "open"."workspace_id" = "rewards"."workspace_id"
  and "open"."reward_id" = "rewards"."id"
  and "open"."reward_type" = $12
  and "open"."status" = $13
where
  "rewards"."workspace_id" = $14
  and "rewards"."deleted_at" is null
  and (
    "rewards"."available_amount" is null
    or "rewards"."available_amount" > $15
    or "open"."id" is not null
  )
  and (
    "rewards"."reward_type" = $16
    or "rewards"."type" = $17
  )
  and coalesce(
    case
      when open.id is null then rewards.deadline
      else open.deadline
    end >= $18::date,
    true
  )
  and "rewards"."id" = $19
  and "rewards"."category" = $20
order by
  "own_price",
  "rewards"."id";

-- sumContributionsByUser
select
  "purchase_id",
  "user_id",
  sum("amount") as "amount"
from
  "contributions"
where
  "workspace_id" = $1
  and "purchase_id" in ($2)
  and "status" <> $3
group by
  "purchase_id",
  "user_id"
order by
  min(id::text);

-- listPurchasedRewards
select
  "reward_id",
  "purchase_id",
  "day"
from
  "contributions"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "status" <> $3
  and "reward_id" in ($4);
