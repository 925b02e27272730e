-- Printed by `npm run generate` for reading; do not edit.

-- insertMail
insert into
  "mailbox" ("id", "to_address", "subject", "text", "html", "sent_at")
values
  ($1, $2, $3, $4, $5, $6)
on conflict do nothing;

-- deleteOldMails
delete from mailbox
where
  id in (
    select
      id
    from
      mailbox
    order by
      id desc
    offset
      $1
  );

-- listNewestMails
select
  "to_address",
  "subject",
  "text",
  "html",
  "sent_at"
from
  "mailbox"
where
  "to_address" = $1
order by
  "id" desc
limit
  $2;
