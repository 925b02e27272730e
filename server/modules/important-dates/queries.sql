-- Printed by `npm run generate` for reading; do not edit.

-- listFirstDays
select
  u.id,
  u.first_name,
  u.last_name,
  u.hire_date as day
from
  users u
  join users v on v.workspace_id = $1
  and v.id = $2
  join settings s on s.workspace_id = $3
where
  u.workspace_id = $4
  and u.state in ('pending', 'accepted')
  and u.hire_date between $5::date and $6::date
  and u.id <> $7
  and (
    u.manager_id = $8
    or u.manager_id = v.manager_id
  )
  and (
    u.first_name <> ''
    or u.last_name <> ''
  )
  and (
    case
      when coalesce(u.anniversary_visibility, 'everyone') = 'nothing' then null
      when coalesce(u.anniversary_visibility, 'everyone') = 'everyone'
      or u.id = $9
      or u.manager_id = $10 then coalesce(u.anniversary_visibility, 'everyone')
      when coalesce(u.anniversary_visibility, 'everyone') = 'team'
      and (
        select
          v.manager_id
        from
          users v
        where
          v.workspace_id = $11
          and v.id = $12
      ) in (u.id, u.manager_id) then 'team'
    end
  ) is not null
order by
  u.hire_date,
  u.id
limit
  $13;

-- listVisibleDates
select
  id,
  kind,
  day,
  visibility
from
  (
    select
      u.id,
      'birthday' as kind,
      "u"."birth_date" as day,
      (
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
          or u.id = $1
          or u.manager_id = $2 then (
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
              v.workspace_id = $3
              and v.id = $4
          ) in (u.id, u.manager_id) then 'team'
        end
      ) as visibility
    from
      users u
      join settings s on s.workspace_id = $5
    where
      u.workspace_id = $6
      and u.state = 'accepted'
      and "u"."birth_date" is not null
      and "u"."birth_day" = any ($7::smallint[])
    union all
    select
      u.id,
      'anniversary' as kind,
      "u"."hire_date" as day,
      (
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
      ) as visibility
    from
      users u
      join settings s on s.workspace_id = $12
    where
      u.workspace_id = $13
      and u.state = 'accepted'
      and "u"."hire_date" is not null
      and "u"."hire_day" = any ($14::smallint[])
  ) dates
where
  visibility is not null
order by
  id,
  kind
limit
  $15;

-- visibilityOf
select
  (
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
from
  users u,
  settings s;

-- visibleAs
select
  (
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
      or u.id = $1
      or u.manager_id = $2 then (
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
          v.workspace_id = $3
          and v.id = $4
      ) in (u.id, u.manager_id) then 'team'
    end
  )
from
  users u,
  settings s;

-- findShownDates
select
  (
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
      or u.id = $1
      or u.manager_id = $2 then (
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
          v.workspace_id = $3
          and v.id = $4
      ) in (u.id, u.manager_id) then 'team'
    end
  ) is not null as birthday,
  (
    case
      when coalesce(u.anniversary_visibility, 'everyone') = 'nothing' then null
      when coalesce(u.anniversary_visibility, 'everyone') = 'everyone'
      or u.id = $5
      or u.manager_id = $6 then coalesce(u.anniversary_visibility, 'everyone')
      when coalesce(u.anniversary_visibility, 'everyone') = 'team'
      and (
        select
          v.manager_id
        from
          users v
        where
          v.workspace_id = $7
          and v.id = $8
      ) in (u.id, u.manager_id) then 'team'
    end
  ) is not null as anniversary
from
  users u
  join settings s on s.workspace_id = $9
where
  u.workspace_id = $10
  and u.id = $11;
