-- Printed by `npm run generate` for reading; do not edit.

-- listOpenParts
with
  fulfilled as (
    select
      id,
      status_changed_at,
      (status_changed_at at time zone $1)::date as day,
      category,
      price,
      type,
      country,
      gift_card_value
    from
      purchases
    where
      workspace_id = $2
      and status = 'fulfilled'
      and not demo
      and status_changed_at >= $3
      and status_changed_at < $4
  ),
  parts as (
    select
      c.purchase_id,
      c.user_id,
      sum(c.amount)::int as paid,
      (
        sum(sum(c.amount)) over (
          partition by
            c.purchase_id
          order by
            c.user_id
        ) - sum(c.amount)
      )::int as paid_before,
      (
        sum(sum(c.amount)) over (
          partition by
            c.purchase_id
        )
      )::int as paid_total
    from
      fulfilled f
      join contributions c on c.workspace_id = $5
      and c.purchase_id = f.id
      and c.status = 'fulfilled'
    group by
      c.purchase_id,
      c.user_id
  )
select
  f.id as purchase_id,
  p.user_id,
  f.status_changed_at as fulfilled_at,
  f.day,
  f.category,
  f.price,
  p.paid,
  p.paid_before,
  p.paid_total,
  w.currency,
  w.hundred_points_minor,
  case
    when f.type = 'automatic' then f.country
  end as card_country,
  case
    when f.type = 'automatic' then f.gift_card_value
  end as card_minor,
  coalesce(e.employee_number, u.employee_number) as employee_number,
  trim(concat(u.first_name, ' ', u.last_name)) as name,
  coalesce(e.country, u.country) as country,
  coalesce(e.cost_center, u.cost_center) as cost_center
from
  parts p
  join fulfilled f on f.id = p.purchase_id
  join users u on u.workspace_id = $6
  and u.id = p.user_id
  left join payroll_leavers e on e.workspace_id = $7
  and e.user_id = p.user_id
  left join lateral (
    select
      w.currency,
      w.hundred_points_minor
    from
      point_worths w
    where
      w.workspace_id = $8
      and w.valid_from <= f.day
      and (
        w.country is null
        or w.country = coalesce(e.country, u.country)
      )
    order by
      w.country nulls last,
      w.valid_from desc
    limit
      1
  ) w on true
where
  not exists (
    select
    from
      payroll_lines l
    where
      l.workspace_id = $9
      and l.purchase_id = p.purchase_id
      and l.user_id = p.user_id
      and l.corrects is null
  )
  and coalesce(e.country, u.country) = $10
order by
  f.status_changed_at,
  f.id,
  p.user_id
limit
  $11;

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
  sum(limited_minor)::float8 as limited_minor,
  sum(taxable_minor - value_minor + limited_minor)::float8 as taxed_minor
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
