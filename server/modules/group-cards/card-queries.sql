-- Printed by `npm run generate` for reading; do not edit.

-- cardTables
select
  k.id
from
  group_cards k
  join celebrations c on c.workspace_id = $1
  and c.kind = k.kind
  and c.user_id = k.user_id
  and c.year = k.year
  join users u on u.workspace_id = $2
  and u.id = k.user_id;

-- yearsOfCard
select
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
  end
from
  group_cards k
  join celebrations c on c.workspace_id = $2
  and c.kind = k.kind
  and c.user_id = k.user_id
  and c.year = k.year
  join users u on u.workspace_id = $3
  and u.id = k.user_id;

-- isOpenTo
select
  k.id
from
  group_cards k
where
  (
    k.delivered_at is null
    and exists (
      select
      from
        celebrations c
      where
        c.workspace_id = $1
        and c.kind = k.kind
        and c.user_id = k.user_id
        and c.year = k.year
        and c.state = 'planned'
    )
    and exists (
      select
      from
        users u
        join settings s on s.workspace_id = $2
      where
        u.workspace_id = $3
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
              or u.id = $4
              or u.manager_id = $5 then (
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
                  v.workspace_id = $6
                  and v.id = $7
              ) in (u.id, u.manager_id) then 'team'
            end
          )
          else (
            case
              when coalesce(u.anniversary_visibility, 'everyone') = 'nothing' then null
              when coalesce(u.anniversary_visibility, 'everyone') = 'everyone'
              or u.id = $8
              or u.manager_id = $9 then coalesce(u.anniversary_visibility, 'everyone')
              when coalesce(u.anniversary_visibility, 'everyone') = 'team'
              and (
                select
                  v.manager_id
                from
                  users v
                where
                  v.workspace_id = $10
                  and v.id = $11
              ) in (u.id, u.manager_id) then 'team'
            end
          )
        end is not null
    )
  );
