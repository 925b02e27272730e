-- Printed by `npm run generate` for reading; do not edit.

-- insertPromotionCode
insert into
  promo_codes (code, percent, months, times, ends_at, created_at)
values
  ($1, $2, $3, $4, $5, $6)
on conflict do nothing;

-- selectPromotionCodes
select
  code,
  percent,
  months,
  times,
  ends_at,
  used
from
  promo_codes
order by
  created_at desc,
  code;
