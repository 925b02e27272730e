-- Printed by `npm run generate` for reading; do not edit.

-- buildInboxQuery
with
  newest as materialized (
    select
      *
    from
      inbox_items i
    where
      i.workspace_id = $1
      and i.user_id = $2
    order by
      i.updated_at desc,
      i.id desc
    limit
      1000
  ),
  page as materialized (
    select
      i.id,
      i.kind,
      case
        when i.kind <> 'points_expiring' then i.points
      end as points,
      trim_array(i.actor_ids, greatest(cardinality(i.actor_ids) - 3, 0)) as actor_ids,
      i.actor_count,
      i.percent,
      i.updated_at,
      i.read_at,
      (
        select
          json_build_object(
            'id',
            coalesce(p.parent_id, p.id),
            'text',
            left(p.description, 200),
            'private',
            p.private,
            'own',
            p.from_id is not distinct from $3,
            'occasion',
            p.occasion,
            'value',
            json_build_object('name', v.name, 'emoji', v.emoji, 'color', v.color)
          )
        from
          "values" v
        where
          v.workspace_id = $4
          and v.id = p.value_id
      ) as post,
      (
        select
          json_build_object('id', c.id, 'text', left(c.text, 200))
        from
          comments c
        where
          c.workspace_id = $5
          and c.id = i.comment_id
      ) as comment,
      (
        select
          json_build_object(
            'id',
            b.id,
            'title',
            b.title,
            'emoji',
            b.emoji,
            'status',
            case
              when i.created_at < b.returned_at then 'fulfilled'
              else b.status
            end,
            'returned',
            b.returned_at is not null
            and i.created_at >= b.returned_at
          )
        from
          purchases b
        where
          b.workspace_id = $6
          and b.id = i.purchase_id
      ) as purchase,
      case
        when i.kind = 'purchase_requested' then (
          select
            count(*)
          from
            (
              select
                1
              from
                purchases b
              where
                b.workspace_id = $7
                and b.stage = 'to_do'
              limit
                100
            ) open
        )
      end as open_purchases,
      (
        select
          json_build_object(
            'id',
            m.id,
            'state',
            m.state,
            'invited_count',
            m.invited_count,
            'updated_count',
            m.updated_count,
            'refused_count',
            m.refused_count,
            'deactivated_count',
            m.deactivated_count
          )
        from
          imports m
        where
          m.workspace_id = $8
          and m.id = i.import_id
      ) as import,
      case
        when i.kind = 'people_sync_stopped' then (
          select
            json_build_object('id', r.id)
          from
            people_sync_runs r
          where
            r.workspace_id = $9
            and r.created_at <= i.created_at
          order by
            r.id desc
          limit
            1
        )
      end as sync_run,
      (
        select
          json_build_object(
            'id',
            b.id,
            'name',
            b.name,
            'ends_at',
            to_char(
              coalesce(i.period_end, b.period_end) at time zone 'UTC',
              'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ),
            'points',
            case
              when i.kind = 'budget_ended' then i.points
              else b.balance
            end
          )
        from
          budgets b
        where
          b.workspace_id = $10
          and b.id = i.budget_id
      ) as budget,
      (
        select
          json_build_object(
            'id',
            g.id,
            'name',
            w.name,
            'emoji',
            w.emoji,
            'text',
            left(g.text, 200),
            'status',
            g.status
          )
        from
          award_gifts g
          join awards w on w.workspace_id = $11
          and w.id = g.award_id
        where
          g.workspace_id = $12
          and g.id = i.gift_id
      ) as award,
      (
        select
          json_build_object('name', x.name, 'text', left(x.text, 200))
        from
          bonuses x
        where
          x.workspace_id = $13
          and x.id = i.bonus_id
      ) as bonus,
      (
        select
          json_build_object(
            'id',
            k.id,
            'date',
            c.day,
            'occasion',
            json_strip_nulls(
              json_build_object(
                'kind',
                k.kind,
                'years',
                case
                  when k.kind = 'anniversary' then coalesce(
                    (
                      select
                        (p.occasion ->> 'years')::int
                      from
                        posts p
                      where
                        p.workspace_id = $14
                        and p.id = c.post_id
                    ),
                    k.year - extract(
                      year
                      from
                        u.hire_date
                    )::int
                  )
                end
              )
            )
          )
        from
          group_cards k
          join celebrations c on c.workspace_id = $15
          and c.kind = k.kind
          and c.user_id = k.user_id
          and c.year = k.year
          join users u on u.workspace_id = $16
          and u.id = k.user_id
        where
          k.workspace_id = $17
          and k.id = i.card_id
      ) as card,
      (
        select
          json_build_object('id', n.id, 'name', n.name, 'emoji', n.emoji)
        from
          nomination_rounds n
        where
          n.workspace_id = $18
          and n.id = i.round_id
      ) as round,
      case i.kind
        when 'allowance_ending' then (
          select
            greatest(l.points_limit - coalesce(a.spent, 0), 0)::int
          from
            (
              select
                u.workspace_id,
                u.id as user_id,
                case
                  when u.points_limit is not null then u.points_limit
                  when r.id is null then s.points_limit
                  else r.points_limit + r.extra_per_report * l.reports
                end as points_limit,
                coalesce(u.points_limit_per_post, r.points_limit_per_post, s.points_limit_per_post) as points_limit_per_post,
                case
                  when u.points_limit is not null then 'own'
                  when r.id is null then 'team'
                  else 'rule'
                end as source,
                r.name as rule_name,
                r.points_limit as rule_limit,
                r.extra_per_report,
                l.reports
              from
                users u
                join settings s on s.workspace_id = $19
                left join allowance_rules r on r.workspace_id = $20
                and r.id = u.allowance_rule_id
                left join lateral (
                  select
                    count(*)::integer as reports
                  from
                    users d
                  where
                    d.workspace_id = $21
                    and d.manager_id = u.id
                    and d.state in ('pending', 'accepted')
                    and r.extra_per_report > 0
                ) l on true
              where
                u.workspace_id = $22
            ) l
            left join allowances a on a.workspace_id = $23
            and a.user_id = l.user_id
            and a.period_start = i.period_start
          where
            l.user_id = i.user_id
        )
        when 'points_expiring' then i.points
      end as points_left,
      i.period_end
    from
      newest i
      left join posts p on p.workspace_id = $24
      and p.id = i.post_id
    where
      i.updated_at > $25
      and i.kind <> all ($26::text[])
      and (
        i.post_id is null
        or (
          p.deleted_at is null
          and (
            not p.private
            or (
              "p"."from_id" = $27
              or $28 = any ("p"."to_ids")
            )
            or exists (
              select
                1
              from
                posts q
              where
                q.workspace_id = $29
                and q.id = p.parent_id
                and (
                  "q"."from_id" = $30
                  or $31 = any ("q"."to_ids")
                )
            )
            or exists (
              select
                1
              from
                post_readers pr
              where
                pr.workspace_id = $32
                and pr.user_id = $33
                and pr.post_id in (p.id, p.parent_id)
            )
          )
        )
      )
      and case i.kind
        when 'purchase_requested' then exists (
          select
            1
          from
            purchases b
          where
            b.workspace_id = $34
            and b.stage = 'to_do'
        )
        when 'allowance_ending' then i.period_end > $35
        and (
          select
            greatest(l.points_limit - coalesce(a.spent, 0), 0)::int
          from
            (
              select
                u.workspace_id,
                u.id as user_id,
                case
                  when u.points_limit is not null then u.points_limit
                  when r.id is null then s.points_limit
                  else r.points_limit + r.extra_per_report * l.reports
                end as points_limit,
                coalesce(u.points_limit_per_post, r.points_limit_per_post, s.points_limit_per_post) as points_limit_per_post,
                case
                  when u.points_limit is not null then 'own'
                  when r.id is null then 'team'
                  else 'rule'
                end as source,
                r.name as rule_name,
                r.points_limit as rule_limit,
                r.extra_per_report,
                l.reports
              from
                users u
                join settings s on s.workspace_id = $36
                left join allowance_rules r on r.workspace_id = $37
                and r.id = u.allowance_rule_id
                left join lateral (
                  select
                    count(*)::integer as reports
                  from
                    users d
                  where
                    d.workspace_id = $38
                    and d.manager_id = u.id
                    and d.state in ('pending', 'accepted')
                    and r.extra_per_report > 0
                ) l on true
              where
                u.workspace_id = $39
            ) l
            left join allowances a on a.workspace_id = $40
            and a.user_id = l.user_id
            and a.period_start = i.period_start
          where
            l.user_id = i.user_id
        ) > 0
        when 'budget_ending' then i.period_end > $41
        and exists (
          select
            1
          from
            budget_owners o
          where
            o.workspace_id = $42
            and o.budget_id = i.budget_id
            and o.user_id = $43
        )
        and exists (
          select
            1
          from
            budgets b
          where
            b.workspace_id = $44
            and b.id = i.budget_id
            and b.closed_at is null
            and b.balance > 0
        )
        when 'budget_ended' then exists (
          select
            1
          from
            budget_owners o
          where
            o.workspace_id = $45
            and o.budget_id = i.budget_id
            and o.user_id = $46
        )
        when 'budget_adopted' then exists (
          select
            1
          from
            budget_owners o
          where
            o.workspace_id = $47
            and o.budget_id = i.budget_id
            and o.user_id = $48
        )
        when 'approval_requested' then exists (
          select
          from
            award_gifts g
          where
            g.workspace_id = $49
            and g.id = i.gift_id
            and (
              g.status = 'pending'
              and g.giver_id <> $50
              and not exists (
                select
                from
                  award_receivers r
                where
                  r.workspace_id = $51
                  and r.gift_id = g.id
                  and r.user_id = $52
              )
              and exists (
                select
                from
                  award_approvers a
                where
                  a.workspace_id = $53
                  and a.gift_id = g.id
                  and a.step = g.step
                  and (
                    a.user_id = $54
                    or a.user_id in (
                      select
                        d.user_id
                      from
                        approval_delegates d
                      where
                        d.workspace_id = $55
                        and d.delegate_id = $56
                        and d.starts_at <= $57
                        and d.ends_at > $58
                    )
                  )
              )
            )
        )
        when 'approval_reminder' then exists (
          select
          from
            award_gifts g
          where
            g.workspace_id = $59
            and g.id = i.gift_id
            and (
              g.status = 'pending'
              and g.giver_id <> $60
              and not exists (
                select
                from
                  award_receivers r
                where
                  r.workspace_id = $61
                  and r.gift_id = g.id
                  and r.user_id = $62
              )
              and exists (
                select
                from
                  award_approvers a
                where
                  a.workspace_id = $63
                  and a.gift_id = g.id
                  and a.step = g.step
                  and (
                    a.user_id = $64
                    or a.user_id in (
                      select
                        d.user_id
                      from
                        approval_delegates d
                      where
                        d.workspace_id = $65
                        and d.delegate_id = $66
                        and d.starts_at <= $67
                        and d.ends_at > $68
                    )
                  )
              )
            )
        )
        when 'award_waiting' then exists (
          select
            1
          from
            award_gifts g
          where
            g.workspace_id = $69
            and g.id = i.gift_id
            and g.status = 'pending'
        )
        when 'card_to_sign' then exists (
          select
            1
          from
            group_cards k
          where
            k.workspace_id = $70
            and k.id = i.card_id
            and (
              k.delivered_at is null
              and exists (
                select
                from
                  celebrations c
                where
                  c.workspace_id = $71
                  and c.kind = k.kind
                  and c.user_id = k.user_id
                  and c.year = k.year
                  and c.state = 'planned'
              )
              and exists (
                select
                from
                  users u
                  join settings s on s.workspace_id = $72
                where
                  u.workspace_id = $73
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
                        or u.id = $74
                        or u.manager_id = $75 then (
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
                            v.workspace_id = $76
                            and v.id = $77
                        ) in (u.id, u.manager_id) then 'team'
                      end
                    )
                    else (
                      case
                        when coalesce(u.anniversary_visibility, 'everyone') = 'nothing' then null
                        when coalesce(u.anniversary_visibility, 'everyone') = 'everyone'
                        or u.id = $78
                        or u.manager_id = $79 then coalesce(u.anniversary_visibility, 'everyone')
                        when coalesce(u.anniversary_visibility, 'everyone') = 'team'
                        and (
                          select
                            v.manager_id
                          from
                            users v
                          where
                            v.workspace_id = $80
                            and v.id = $81
                        ) in (u.id, u.manager_id) then 'team'
                      end
                    )
                  end is not null
              )
            )
        )
        when 'signature_reported' then exists (
          select
            1
          from
            group_card_signatures g
          where
            g.workspace_id = $82
            and g.card_id = i.card_id
            and g.reported_at is not null
        )
        when 'jury_asked' then exists (
          select
            1
          from
            nomination_rounds n
            join nomination_jurors j on j.workspace_id = n.workspace_id
            and j.round_id = n.id
          where
            n.workspace_id = $83
            and n.id = i.round_id
            and j.user_id = $84
            and n.decides_at > $85
            and n.decided_at is null
            and n.canceled_at is null
        )
        when 'points_expiring' then i.period_end > $86
        and exists (
          select
            1
          from
            wallets w
          where
            w.workspace_id = $87
            and w.user_id = $88
            and w.balance > 0
        )
        when 'yearly_budget' then exists (
          select
            1
          from
            yearly_budgets y
          where
            y.workspace_id = $89
        )
        else true
      end
      and i.read_at is null
      and (i.updated_at, i.id) < ($90::timestamptz, $91::uuid)
    order by
      i.updated_at desc,
      i.id desc
    limit
      $92
  )
select
  (
    select
      json_agg(
        page
        order by
          updated_at desc,
          id desc
      )
    from
      page
  ) as items,
  (
    select
      json_agg(x)
    from
      (
        select
          u.id,
          u.first_name,
          u.last_name,
          u.email,
          u.job_title,
          u.state,
          u.demo,
          f.storage_key as avatar_key
        from
          users u
          left join files f on f.workspace_id = u.workspace_id
          and f.id = u.avatar_file_id
        where
          u.workspace_id = $93
          and u.id in (
            select
              unnest(actor_ids)
            from
              page
          )
      ) x
  ) as people;

-- buildUnreadQuery
select
  count(*)::int as unread,
  (
    count(*) filter (
      where
        kind in ('thanks', 'points_added')
    )
  )::int as thanks
from
  (
    select
      i.kind
    from
      inbox_items i
      left join posts p on p.workspace_id = $1
      and p.id = i.post_id
    where
      i.workspace_id = $2
      and i.user_id = $3
      and i.read_at is null
      and i.updated_at > $4
      and i.kind <> all ($5::text[])
      and (
        i.post_id is null
        or (
          p.deleted_at is null
          and (
            not p.private
            or (
              "p"."from_id" = $6
              or $7 = any ("p"."to_ids")
            )
            or exists (
              select
                1
              from
                posts q
              where
                q.workspace_id = $8
                and q.id = p.parent_id
                and (
                  "q"."from_id" = $9
                  or $10 = any ("q"."to_ids")
                )
            )
            or exists (
              select
                1
              from
                post_readers pr
              where
                pr.workspace_id = $11
                and pr.user_id = $12
                and pr.post_id in (p.id, p.parent_id)
            )
          )
        )
      )
      and case i.kind
        when 'purchase_requested' then exists (
          select
            1
          from
            purchases b
          where
            b.workspace_id = $13
            and b.stage = 'to_do'
        )
        when 'allowance_ending' then i.period_end > $14
        and (
          select
            greatest(l.points_limit - coalesce(a.spent, 0), 0)::int
          from
            (
              select
                u.workspace_id,
                u.id as user_id,
                case
                  when u.points_limit is not null then u.points_limit
                  when r.id is null then s.points_limit
                  else r.points_limit + r.extra_per_report * l.reports
                end as points_limit,
                coalesce(u.points_limit_per_post, r.points_limit_per_post, s.points_limit_per_post) as points_limit_per_post,
                case
                  when u.points_limit is not null then 'own'
                  when r.id is null then 'team'
                  else 'rule'
                end as source,
                r.name as rule_name,
                r.points_limit as rule_limit,
                r.extra_per_report,
                l.reports
              from
                users u
                join settings s on s.workspace_id = $15
                left join allowance_rules r on r.workspace_id = $16
                and r.id = u.allowance_rule_id
                left join lateral (
                  select
                    count(*)::integer as reports
                  from
                    users d
                  where
                    d.workspace_id = $17
                    and d.manager_id = u.id
                    and d.state in ('pending', 'accepted')
                    and r.extra_per_report > 0
                ) l on true
              where
                u.workspace_id = $18
            ) l
            left join allowances a on a.workspace_id = $19
            and a.user_id = l.user_id
            and a.period_start = i.period_start
          where
            l.user_id = i.user_id
        ) > 0
        when 'budget_ending' then i.period_end > $20
        and exists (
          select
            1
          from
            budget_owners o
          where
            o.workspace_id = $21
            and o.budget_id = i.budget_id
            and o.user_id = $22
        )
        and exists (
          select
            1
          from
            budgets b
          where
            b.workspace_id = $23
            and b.id = i.budget_id
            and b.closed_at is null
            and b.balance > 0
        )
        when 'budget_ended' then exists (
          select
            1
          from
            budget_owners o
          where
            o.workspace_id = $24
            and o.budget_id = i.budget_id
            and o.user_id = $25
        )
        when 'budget_adopted' then exists (
          select
            1
          from
            budget_owners o
          where
            o.workspace_id = $26
            and o.budget_id = i.budget_id
            and o.user_id = $27
        )
        when 'approval_requested' then exists (
          select
          from
            award_gifts g
          where
            g.workspace_id = $28
            and g.id = i.gift_id
            and (
              g.status = 'pending'
              and g.giver_id <> $29
              and not exists (
                select
                from
                  award_receivers r
                where
                  r.workspace_id = $30
                  and r.gift_id = g.id
                  and r.user_id = $31
              )
              and exists (
                select
                from
                  award_approvers a
                where
                  a.workspace_id = $32
                  and a.gift_id = g.id
                  and a.step = g.step
                  and (
                    a.user_id = $33
                    or a.user_id in (
                      select
                        d.user_id
                      from
                        approval_delegates d
                      where
                        d.workspace_id = $34
                        and d.delegate_id = $35
                        and d.starts_at <= $36
                        and d.ends_at > $37
                    )
                  )
              )
            )
        )
        when 'approval_reminder' then exists (
          select
          from
            award_gifts g
          where
            g.workspace_id = $38
            and g.id = i.gift_id
            and (
              g.status = 'pending'
              and g.giver_id <> $39
              and not exists (
                select
                from
                  award_receivers r
                where
                  r.workspace_id = $40
                  and r.gift_id = g.id
                  and r.user_id = $41
              )
              and exists (
                select
                from
                  award_approvers a
                where
                  a.workspace_id = $42
                  and a.gift_id = g.id
                  and a.step = g.step
                  and (
                    a.user_id = $43
                    or a.user_id in (
                      select
                        d.user_id
                      from
                        approval_delegates d
                      where
                        d.workspace_id = $44
                        and d.delegate_id = $45
                        and d.starts_at <= $46
                        and d.ends_at > $47
                    )
                  )
              )
            )
        )
        when 'award_waiting' then exists (
          select
            1
          from
            award_gifts g
          where
            g.workspace_id = $48
            and g.id = i.gift_id
            and g.status = 'pending'
        )
        when 'card_to_sign' then exists (
          select
            1
          from
            group_cards k
          where
            k.workspace_id = $49
            and k.id = i.card_id
            and (
              k.delivered_at is null
              and exists (
                select
                from
                  celebrations c
                where
                  c.workspace_id = $50
                  and c.kind = k.kind
                  and c.user_id = k.user_id
                  and c.year = k.year
                  and c.state = 'planned'
              )
              and exists (
                select
                from
                  users u
                  join settings s on s.workspace_id = $51
                where
                  u.workspace_id = $52
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
                        or u.id = $53
                        or u.manager_id = $54 then (
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
                            v.workspace_id = $55
                            and v.id = $56
                        ) in (u.id, u.manager_id) then 'team'
                      end
                    )
                    else (
                      case
                        when coalesce(u.anniversary_visibility, 'everyone') = 'nothing' then null
                        when coalesce(u.anniversary_visibility, 'everyone') = 'everyone'
                        or u.id = $57
                        or u.manager_id = $58 then coalesce(u.anniversary_visibility, 'everyone')
                        when coalesce(u.anniversary_visibility, 'everyone') = 'team'
                        and (
                          select
                            v.manager_id
                          from
                            users v
                          where
                            v.workspace_id = $59
                            and v.id = $60
                        ) in (u.id, u.manager_id) then 'team'
                      end
                    )
                  end is not null
              )
            )
        )
        when 'signature_reported' then exists (
          select
            1
          from
            group_card_signatures g
          where
            g.workspace_id = $61
            and g.card_id = i.card_id
            and g.reported_at is not null
        )
        when 'jury_asked' then exists (
          select
            1
          from
            nomination_rounds n
            join nomination_jurors j on j.workspace_id = n.workspace_id
            and j.round_id = n.id
          where
            n.workspace_id = $62
            and n.id = i.round_id
            and j.user_id = $63
            and n.decides_at > $64
            and n.decided_at is null
            and n.canceled_at is null
        )
        when 'points_expiring' then i.period_end > $65
        and exists (
          select
            1
          from
            wallets w
          where
            w.workspace_id = $66
            and w.user_id = $67
            and w.balance > 0
        )
        when 'yearly_budget' then exists (
          select
            1
          from
            yearly_budgets y
          where
            y.workspace_id = $68
        )
        else true
      end
    order by
      i.updated_at desc
    limit
      100
  ) unread_items;

-- markItemsRead
update inbox_items
set
  read_at = $1
where
  workspace_id = $2
  and user_id = $3
  and read_at is null
  and (updated_at, id) <= (
    select
      least(u.updated_at, $4::timestamptz),
      u.id
    from
      inbox_items u
    where
      u.workspace_id = $5
      and u.user_id = $6
      and u.id = $7
  );

-- findMutedKinds
select
  "inbox_muted"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2
for no key update;
