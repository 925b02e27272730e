-- Printed by `npm run generate` for reading; do not edit.

-- listCardsToOpen
select
  c.kind,
  c.user_id,
  c.year,
  u.manager_id,
  case c.kind
    when 'birthday' then (
      case
        when s.birthdays = 'off' then 'nothing'
        else coalesce(
          u.birthday_visibility,
          case s.birthdays
            when 'opt_out' then 'everyone'
            else 'nothing'
          end
        )
      end
    )
    else coalesce(u.anniversary_visibility, 'everyone')
  end as shown
from
  celebrations c
  join users u on u.workspace_id = $1
  and u.id = c.user_id
  and u.state = 'accepted'
  join settings s on s.workspace_id = $2
where
  c.workspace_id = $3
  and c.kind = any ($4::text[])
  and c.state = 'planned'
  and c.due_at > $5
  and not exists (
    select
    from
      group_cards k
    where
      k.workspace_id = $6
      and k.kind = c.kind
      and k.user_id = c.user_id
      and k.year = c.year
  )
order by
  c.due_at,
  c.user_id
limit
  $7;

-- listSigners
select
  u.id
from
  users u
  left join (
    select
      id,
      count(*) as posts
    from
      (
        (
          select
            p.from_id as id
          from
            post_recipients r
            join posts p on p.workspace_id = $1
            and p.id = r.post_id
          where
            r.workspace_id = $2
            and r.user_id = $3
            and not r.deleted
            and r.post_id >= $4
            and p.from_id is not null
          order by
            r.post_id desc
          limit
            500
        )
        union all
        (
          select
            unnest(p.to_ids)
          from
            posts p
          where
            p.workspace_id = $5
            and p.from_id = $6
            and p.deleted_at is null
            and p.id >= $7
          order by
            p.id desc
          limit
            500
        )
      ) found
    group by
      id
  ) e on e.id = u.id
where
  u.workspace_id = $8
  and u.state = 'accepted'
  and not u.demo
  and u.id <> $9
  and (
    u.id = $10
    or u.manager_id = $11
    or u.manager_id = $12
    or e.id is not null
    and not $13::boolean
  )
order by
  coalesce(u.id = $14, false) desc,
  e.posts desc nulls last,
  u.id
limit
  $15;

-- insertCard
insert into
  "group_cards" ("workspace_id", "id", "user_id", "created_at", "kind", "year")
values
  ($1, $2, $3, $4, $5, $6);
insert into
  "group_card_signers" ("workspace_id", "user_id", "card_id")
values
  ($1, $2, $3);

-- listCardsToSign
select
  k.id,
  k.kind,
  k.user_id,
  c.day::text as day,
  k.delivered_at,
  case
    when k.kind = 'anniversary' then coalesce(
      (
        select
          (p.occasion ->> 'years')::int
        from
          posts p
        where
          p.workspace_id = $1
          and p.id = c.post_id
      ),
      k.year - extract(
        year
        from
          u.hire_date
      )::int
    )
  end as years,
  exists (
    select
    from
      group_card_signatures g
    where
      g.workspace_id = $2
      and g.card_id = k.id
      and g.user_id = $3
  ) as signed,
  (
    select
      count(*)
    from
      group_card_signatures g
    where
      g.workspace_id = $4
      and g.card_id = k.id
      and g.hidden_at is null
  )::int as signature_count
from
  group_card_signers n
  join group_cards k
  join celebrations c on c.workspace_id = $5
  and c.kind = k.kind
  and c.user_id = k.user_id
  and c.year = k.year
  join users u on u.workspace_id = $6
  and u.id = k.user_id on k.id = n.card_id
where
  n.workspace_id = $7
  and n.user_id = $8
  and k.workspace_id = $9
  and (
    k.delivered_at is null
    and exists (
      select
      from
        celebrations c
      where
        c.workspace_id = $10
        and c.kind = k.kind
        and c.user_id = k.user_id
        and c.year = k.year
        and c.state = 'planned'
    )
    and exists (
      select
      from
        users u
        join settings s on s.workspace_id = $11
      where
        u.workspace_id = $12
        and u.id = k.user_id
        and u.state = 'accepted'
        and case k.kind
          when 'birthday' then (
            case
              when (
                case
                  when s.birthdays = 'off' then 'nothing'
                  else coalesce(
                    u.birthday_visibility,
                    case s.birthdays
                      when 'opt_out' then 'everyone'
                      else 'nothing'
                    end
                  )
                end
              ) = 'nothing' then null
              when (
                case
                  when s.birthdays = 'off' then 'nothing'
                  else coalesce(
                    u.birthday_visibility,
                    case s.birthdays
                      when 'opt_out' then 'everyone'
                      else 'nothing'
                    end
                  )
                end
              ) = 'everyone'
              or u.id = $13
              or u.manager_id = $14 then (
                case
                  when s.birthdays = 'off' then 'nothing'
                  else coalesce(
                    u.birthday_visibility,
                    case s.birthdays
                      when 'opt_out' then 'everyone'
                      else 'nothing'
                    end
                  )
                end
              )
              when (
                case
                  when s.birthdays = 'off' then 'nothing'
                  else coalesce(
                    u.birthday_visibility,
                    case s.birthdays
                      when 'opt_out' then 'everyone'
                      else 'nothing'
                    end
                  )
                end
              ) = 'team'
              and (
                select
                  v.manager_id
                from
                  users v
                where
                  v.workspace_id = $15
                  and v.id = $16
              ) in (u.id, u.manager_id) then 'team'
            end
          )
          else (
            case
              when coalesce(u.anniversary_visibility, 'everyone') = 'nothing' then null
              when coalesce(u.anniversary_visibility, 'everyone') = 'everyone'
              or u.id = $17
              or u.manager_id = $18 then coalesce(u.anniversary_visibility, 'everyone')
              when coalesce(u.anniversary_visibility, 'everyone') = 'team'
              and (
                select
                  v.manager_id
                from
                  users v
                where
                  v.workspace_id = $19
                  and v.id = $20
              ) in (u.id, u.manager_id) then 'team'
            end
          )
        end is not null
    )
  )
order by
  c.day,
  k.id
limit
  $21;

-- listReceivedCards
select
  k.id,
  k.kind,
  k.user_id,
  c.day::text as day,
  k.delivered_at,
  case
    when k.kind = 'anniversary' then coalesce(
      (
        select
          (p.occasion ->> 'years')::int
        from
          posts p
        where
          p.workspace_id = $1
          and p.id = c.post_id
      ),
      k.year - extract(
        year
        from
          u.hire_date
      )::int
    )
  end as years,
  exists (
    select
    from
      group_card_signatures g
    where
      g.workspace_id = $2
      and g.card_id = k.id
      and g.user_id = $3
  ) as signed,
  (
    select
      count(*)
    from
      group_card_signatures g
    where
      g.workspace_id = $4
      and g.card_id = k.id
      and g.hidden_at is null
  )::int as signature_count
from
  group_cards k
  join celebrations c on c.workspace_id = $5
  and c.kind = k.kind
  and c.user_id = k.user_id
  and c.year = k.year
  join users u on u.workspace_id = $6
  and u.id = k.user_id
where
  k.workspace_id = $7
  and k.user_id = $8
  and k.delivered_at is not null
order by
  k.delivered_at desc,
  k.id
limit
  $9;

-- findVisibleCard
select
  k.id,
  k.kind,
  k.user_id,
  c.day::text as day,
  k.delivered_at,
  case
    when k.kind = 'anniversary' then coalesce(
      (
        select
          (p.occasion ->> 'years')::int
        from
          posts p
        where
          p.workspace_id = $1
          and p.id = c.post_id
      ),
      k.year - extract(
        year
        from
          u.hire_date
      )::int
    )
  end as years,
  exists (
    select
    from
      group_card_signatures g
    where
      g.workspace_id = $2
      and g.card_id = k.id
      and g.user_id = $3
  ) as signed,
  (
    select
      count(*)
    from
      group_card_signatures g
    where
      g.workspace_id = $4
      and g.card_id = k.id
      and g.hidden_at is null
  )::int as signature_count
from
  group_cards k
  join celebrations c on c.workspace_id = $5
  and c.kind = k.kind
  and c.user_id = k.user_id
  and c.year = k.year
  join users u on u.workspace_id = $6
  and u.id = k.user_id
where
  k.workspace_id = $7
  and k.id = $8
  and (
    k.user_id = $9
    and k.delivered_at is not null
    or exists (
      select
      from
        group_card_signers n
      where
        n.workspace_id = $10
        and n.user_id = $11
        and n.card_id = k.id
    )
    and (
      k.delivered_at is not null
      or (
        k.delivered_at is null
        and exists (
          select
          from
            celebrations c
          where
            c.workspace_id = $12
            and c.kind = k.kind
            and c.user_id = k.user_id
            and c.year = k.year
            and c.state = 'planned'
        )
        and exists (
          select
          from
            users u
            join settings s on s.workspace_id = $13
          where
            u.workspace_id = $14
            and u.id = k.user_id
            and u.state = 'accepted'
            and case k.kind
              when 'birthday' then (
                case
                  when (
                    case
                      when s.birthdays = 'off' then 'nothing'
                      else coalesce(
                        u.birthday_visibility,
                        case s.birthdays
                          when 'opt_out' then 'everyone'
                          else 'nothing'
                        end
                      )
                    end
                  ) = 'nothing' then null
                  when (
                    case
                      when s.birthdays = 'off' then 'nothing'
                      else coalesce(
                        u.birthday_visibility,
                        case s.birthdays
                          when 'opt_out' then 'everyone'
                          else 'nothing'
                        end
                      )
                    end
                  ) = 'everyone'
                  or u.id = $15
                  or u.manager_id = $16 then (
                    case
                      when s.birthdays = 'off' then 'nothing'
                      else coalesce(
                        u.birthday_visibility,
                        case s.birthdays
                          when 'opt_out' then 'everyone'
                          else 'nothing'
                        end
                      )
                    end
                  )
                  when (
                    case
                      when s.birthdays = 'off' then 'nothing'
                      else coalesce(
                        u.birthday_visibility,
                        case s.birthdays
                          when 'opt_out' then 'everyone'
                          else 'nothing'
                        end
                      )
                    end
                  ) = 'team'
                  and (
                    select
                      v.manager_id
                    from
                      users v
                    where
                      v.workspace_id = $17
                      and v.id = $18
                  ) in (u.id, u.manager_id) then 'team'
                end
              )
              else (
                case
                  when coalesce(u.anniversary_visibility, 'everyone') = 'nothing' then null
                  when coalesce(u.anniversary_visibility, 'everyone') = 'everyone'
                  or u.id = $19
                  or u.manager_id = $20 then coalesce(u.anniversary_visibility, 'everyone')
                  when coalesce(u.anniversary_visibility, 'everyone') = 'team'
                  and (
                    select
                      v.manager_id
                    from
                      users v
                    where
                      v.workspace_id = $21
                      and v.id = $22
                  ) in (u.id, u.manager_id) then 'team'
                end
              )
            end is not null
        )
      )
    )
  );

-- lockCard
select
  "delivered_at"
from
  "group_cards"
where
  "workspace_id" = $1
  and "id" = $2
for no key update;

-- markCardDelivered
select
from
  group_cards k
where
  k.workspace_id = $1
  and k.kind = $2
  and k.user_id = $3
  and k.year = $4
  and k.delivered_at is null
for no key update;
update group_cards k
set
  delivered_at = $1
where
  k.workspace_id = $2
  and k.kind = $3
  and k.user_id = $4
  and k.year = $5
  and k.delivered_at is null
  and exists (
    select
    from
      group_card_signatures g
    where
      g.workspace_id = $6
      and g.card_id = k.id
  )
returning
  k.id;
