-- Printed by `npm run generate` for reading; do not edit.

-- findGoal
select
  "reward_id"
from
  "reward_goals"
where
  "workspace_id" = $1
  and "user_id" = $2;

-- selectPriceUntil
select
  (
    select
      g.price_until
    from
      reward_goals g
    where
      g.workspace_id = $1
      and g.user_id = $2
      and g.reward_id = rewards.id
      and g.price_until > $3
  ) as until
from
  rewards;

-- selectPrice
select
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
                u.workspace_id = $1
                and u.id = $2
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
          g.workspace_id = $3
          and g.user_id = $4
          and g.reward_id = rewards.id
          and g.price_until > $5
      )
    )
  end as price
from
  rewards;

-- upsertGoal
select
  case
    when rewards.reward_type = 'individual' then case
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
              u.workspace_id = $1
              and u.id = $2
          ),
          1
        )
      )::integer
      else rewards.price
    end
  end as price
from
  rewards
where
  rewards.workspace_id = $3
  and rewards.id = $4;

-- dropKeptPrices
update "reward_goals"
set
  "price" = $1,
  "price_until" = $2
where
  "workspace_id" = $3
  and "reward_id" = $4;

-- deleteGoal
delete from "reward_goals"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "reward_id" = $3;
