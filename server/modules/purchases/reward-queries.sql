-- Printed by `npm run generate` for reading; do not edit.

-- selectRewards
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
  ) as "filling_price"
from
  "rewards"
  left join "files" on "files"."workspace_id" = "rewards"."workspace_id"
  and "files"."id" = "rewards"."picture_file_id"
where
  "rewards"."workspace_id" = $4
  and "rewards"."deleted_at" is null;

-- findReward
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
  ) as "filling_price"
from
  "rewards"
  left join "files" on "files"."workspace_id" = "rewards"."workspace_id"
  and "files"."id" = "rewards"."picture_file_id"
where
  "rewards"."workspace_id" = $4
  and "rewards"."deleted_at" is null
  and "rewards"."id" = $5;

-- lockReward
select
  *
from
  "rewards"
where
  "workspace_id" = $1
  and "id" = $2
for no key update;

-- lockRewards
select
  "id"
from
  "rewards"
where
  "workspace_id" = $1
  and "id" = any ($2::uuid[])
order by
  "id"
for no key update;

-- findRewardKind
select
  "reward_type",
  "audience"
from
  "rewards"
where
  "workspace_id" = $1
  and "id" = $2;

-- takeIndividualReward
update "rewards"
set
  "available_amount" = "available_amount" - $1
where
  "workspace_id" = $2
  and "id" = $3
  and "deleted_at" is null
  and "reward_type" = $4
  and (
    "available_amount" is null
    or "available_amount" > $5
  )
returning
  *,
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
                u.workspace_id = $6
                and u.id = $7
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
          g.workspace_id = $8
          and g.user_id = $9
          and g.reward_id = rewards.id
          and g.price_until > $10
      )
    )
  end as "own_price";

-- takeTeamReward
update "rewards"
set
  "available_amount" = "available_amount" - $1
where
  "workspace_id" = $2
  and "id" = $3;

-- returnReward
update "rewards"
set
  "available_amount" = "available_amount" + $1
where
  "workspace_id" = $2
  and "id" = $3
  and "available_amount" is not null;
