-- Printed by `npm run generate` for reading; do not edit.

-- listFactorRows
select
  country,
  trim_scale(factor)::text as factor,
  updated_at,
  updated_by
from
  price_factors
where
  workspace_id = $1
order by
  country;

-- deleteOtherFactors
delete from price_factors
where
  workspace_id = $1
  and country <> all ($2::text[]);

-- upsertFactors
insert into
  price_factors (workspace_id, country, factor, updated_at, updated_by)
values
  ($1, $2, $3, $4, $5)
on conflict (workspace_id, country) do update
set
  factor = excluded.factor,
  updated_at = excluded.updated_at,
  updated_by = excluded.updated_by
where
  price_factors.factor <> excluded.factor;

-- selectLocalPrice
select
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
  end as price
from
  rewards;
