-- Printed by `npm run generate` for reading; do not edit.

-- findFirstOpenPart
select
  min(c.fulfilled_at) as at
from
  contributions c
where
  c.workspace_id = $1
  and c.status = 'fulfilled'
  and not c.in_payroll_run
  and c.fulfilled_at >= $2
  and c.fulfilled_at < $3;

-- listOpenParts
set
  local enable_nestloop = off;
with
  open as materialized (
    select
      c.purchase_id,
      c.user_id,
      c.amount,
      c.fulfilled_at
    from
      contributions c
    where
      c.workspace_id = $1
      and c.status = 'fulfilled'
      and not c.in_payroll_run
      and c.fulfilled_at >= $2
      and c.fulfilled_at < $3
  )
select
  c.purchase_id,
  c.user_id,
  c.fulfilled_at,
  (c.fulfilled_at at time zone $4)::date as day,
  p.category,
  p.price,
  c.amount,
  case
    when p.reward_type = 'team' then (
      select
        array[
          coalesce(
            sum(o.amount) filter (
              where
                o.user_id = c.user_id
            ),
            0
          ),
          coalesce(
            sum(o.amount) filter (
              where
                o.user_id < c.user_id
            ),
            0
          ),
          sum(o.amount)
        ]::int[]
      from
        contributions o
      where
        o.workspace_id = $5
        and o.purchase_id = p.id
        and o.status = 'fulfilled'
    )
  end as team_amounts,
  case
    when p.type = 'automatic' then p.country
  end as card_country,
  case
    when p.type = 'automatic' then p.gift_card_value
  end as card_minor,
  coalesce(e.employee_number, u.employee_number) as employee_number,
  coalesce(
    nullif(trim("u"."first_name" || ' ' || "u"."last_name"), ''),
    split_part("u"."email", '@', 1)
  ) as name,
  coalesce(e.country, u.country) as country,
  coalesce(e.cost_center, u.cost_center) as cost_center
from
  open c
  left join purchases p on p.workspace_id = $6
  and p.id = c.purchase_id
  and p.id = any (
    array(
      select
        purchase_id
      from
        open
    )
  )
  and p.status = 'fulfilled'
  and not p.demo
  and p.status_changed_at >= $7
  and p.status_changed_at < $8
  left join users u on u.workspace_id = $9
  and u.id = c.user_id
  and u.id = any (
    array(
      select
        user_id
      from
        open
    )
  )
  left join payroll_leavers e on e.workspace_id = $10
  and e.user_id = c.user_id
where
  coalesce(e.country, u.country) = $11
limit
  $12;
set
  local enable_nestloop = on;

-- listRevokedLines
select
  l.id,
  l.purchase_id,
  l.user_id,
  p.returned_at as revoked_at,
  (p.returned_at at time zone $1)::date as day,
  l.category,
  l.points,
  l.employee_number,
  l.name,
  l.country,
  l.cost_center,
  l.currency,
  l.value_minor,
  l.limited_minor,
  l.taxable_minor,
  l.gross_up_minor,
  l.borne_by,
  l.tax_rate,
  l.rule_id,
  l.period_start
from
  payroll_lines l
  join purchases p on p.workspace_id = $2
  and p.id = l.purchase_id
  and p.returned_at < $3
where
  l.workspace_id = $4
  and l.corrects is null
  and not exists (
    select
    from
      payroll_lines c
    where
      c.workspace_id = $5
      and c.corrects = l.id
  )
  and l.user_id = any ($6::uuid[])
order by
  p.returned_at,
  l.id
limit
  $7;

-- sumUsage
select
  user_id,
  rule_id,
  period_start,
  currency,
  sum(limited_minor::float8) as limited_minor,
  sum((taxable_minor - value_minor + limited_minor)::float8) as taxed_minor
from
  payroll_lines
where
  workspace_id = $1
  and user_id = any ($2::uuid[])
  and rule_id is not null
  and period_start >= $3::date
group by
  1,
  2,
  3,
  4;
