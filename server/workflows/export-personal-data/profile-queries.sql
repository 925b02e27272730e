-- Printed by `npm run generate` for reading; do not edit.

-- findProfileForExport
select
  jsonb_build_object(
    'id',
    u.id,
    'team',
    w.name,
    'email',
    u.email,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'job_title',
    u.job_title,
    'phone',
    u.phone,
    'state',
    u.state,
    'birth_date',
    (
      case
        when extract(
          year
          from
            u.birth_date
        ) = 4 then to_char(u.birth_date, '--MM-DD')
        else u.birth_date::text
      end
    ),
    'hire_date',
    u.hire_date,
    'language',
    u.language,
    'birthday_visibility',
    u.birthday_visibility,
    'anniversary_visibility',
    u.anniversary_visibility,
    'invited_at',
    u.invited_at,
    'joined_at',
    u.accepted_at,
    'created_at',
    u.created_at,
    'points_limit',
    u.points_limit,
    'points_limit_per_post',
    u.points_limit_per_post,
    'allowance_rule',
    (
      select
        r.name
      from
        allowance_rules r
      where
        r.workspace_id = $1
        and r.id = u.allowance_rule_id
    ),
    'named_in_allowance_rules',
    (
      select
        coalesce(
          jsonb_agg(
            r.name
            order by
              r.name
          ),
          '[]'
        )
      from
        allowance_rules r
      where
        r.workspace_id = $2
        and r.audience -> 'user_ids' ? u.id::text
    ),
    'balance',
    b.balance,
    'manager',
    (
      select
        coalesce(
          nullif(trim("m"."first_name" || ' ' || "m"."last_name"), ''),
          split_part("m"."email", '@', 1)
        )
      from
        users m
      where
        m.workspace_id = $3
        and m.id = u.manager_id
    ),
    'country',
    u.country,
    'timezone',
    u.timezone,
    'employee_number',
    u.employee_number,
    'cost_center',
    u.cost_center,
    'away',
    (
      case
        when u.away_from is not null then jsonb_build_object('from', u.away_from, 'to', u.away_to)
      end
    ),
    'attributes',
    (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_object('name', a.name, 'value', av.value)
            order by
              lower(a.name)
          ),
          '[]'
        )
      from
        attribute_values av
        join attributes a on a.workspace_id = av.workspace_id
        and a.id = av.attribute_id
      where
        av.workspace_id = $4
        and av.user_id = u.id
    ),
    'groups',
    (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_object(
              'kind',
              g.kind,
              'name',
              g.name,
              'joined_at',
              gm.joined_at,
              'left_at',
              gm.left_at
            )
            order by
              gm.joined_at,
              g.name
          ),
          '[]'
        )
      from
        group_members gm
        join groups g on g.workspace_id = gm.workspace_id
        and g.id = gm.group_id
      where
        gm.workspace_id = $5
        and gm.user_id = u.id
    ),
    'owns_groups',
    (
      select
        coalesce(
          jsonb_agg(
            g.name
            order by
              g.name
          ),
          '[]'
        )
      from
        group_owners o
        join groups g on g.workspace_id = o.workspace_id
        and g.id = o.group_id
      where
        o.workspace_id = $6
        and o.user_id = u.id
    ),
    'owns_budgets',
    (
      select
        coalesce(
          jsonb_agg(
            b.name
            order by
              b.name
          ),
          '[]'
        )
      from
        budget_owners o
        join budgets b on b.workspace_id = o.workspace_id
        and b.id = o.budget_id
      where
        o.workspace_id = $7
        and o.user_id = u.id
    ),
    'awards',
    jsonb_build_object(
      'named_in',
      (
        select
          coalesce(
            jsonb_agg(
              w.name
              order by
                w.name
            ),
            '[]'
          )
        from
          awards w
        where
          w.workspace_id = $8
          and (
            w.givers -> 'user_ids' ? u.id::text
            or exists (
              select
              from
                jsonb_array_elements(w.steps) s
              where
                s -> 'user_ids' ? u.id::text
            )
          )
      ),
      'named_in_bonuses',
      (
        select
          coalesce(
            jsonb_agg(
              x.name
              order by
                x.name
            ),
            '[]'
          )
        from
          bonuses x
        where
          x.workspace_id = $9
          and x.audience -> 'user_ids' ? u.id::text
      ),
      'approval_delegate',
      (
        select
          jsonb_build_object(
            'name',
            coalesce(
              nullif(trim("m"."first_name" || ' ' || "m"."last_name"), ''),
              split_part("m"."email", '@', 1)
            ),
            'starts_at',
            d.starts_at,
            'ends_at',
            d.ends_at
          )
        from
          approval_delegates d
          join users m on m.workspace_id = d.workspace_id
          and m.id = d.delegate_id
        where
          d.workspace_id = $10
          and d.user_id = u.id
      )
    ),
    'named_in_budgets',
    (
      select
        coalesce(
          jsonb_agg(
            b.name
            order by
              b.name
          ),
          '[]'
        )
      from
        budgets b
      where
        b.workspace_id = $11
        and (
          b.givers -> 'user_ids' ? u.id::text
          or b.recipients -> 'user_ids' ? u.id::text
        )
    ),
    'cards',
    jsonb_build_object(
      'signed',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'text',
                g.text,
                'picture',
                (
                  select
                    '/files/' || f.workspace_id || '/' || f.storage_key
                  from
                    files f
                  where
                    f.workspace_id = $12
                    and f.id = g.picture_file_id
                ),
                'created_at',
                g.created_at
              )
              order by
                g.created_at
            ),
            '[]'
          )
        from
          group_card_signatures g
        where
          g.workspace_id = $13
          and g.user_id = u.id
      ),
      'received',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'kind',
                k.kind,
                'year',
                k.year,
                'name',
                coalesce(
                  nullif(trim("m"."first_name" || ' ' || "m"."last_name"), ''),
                  split_part("m"."email", '@', 1)
                ),
                'text',
                g.text,
                'picture',
                (
                  select
                    '/files/' || f.workspace_id || '/' || f.storage_key
                  from
                    files f
                  where
                    f.workspace_id = $14
                    and f.id = g.picture_file_id
                )
              )
              order by
                k.delivered_at,
                g.created_at
            ),
            '[]'
          )
        from
          group_cards k
          join group_card_signatures g on g.workspace_id = $15
          and g.card_id = k.id
          join users m on m.workspace_id = $16
          and m.id = g.user_id
        where
          k.workspace_id = $17
          and k.user_id = u.id
          and k.delivered_at is not null
      )
    ),
    'nominations',
    jsonb_build_object(
      'given',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'round',
                r.name,
                'nominee',
                coalesce(
                  g.name,
                  coalesce(
                    nullif(trim("p"."first_name" || ' ' || "p"."last_name"), ''),
                    split_part("p"."email", '@', 1)
                  )
                ),
                'text',
                n.text,
                'answers',
                n.answers,
                'sharing',
                n.sharing,
                'may_quote',
                n.may_quote,
                'created_at',
                n.created_at,
                'updated_at',
                n.updated_at
              )
              order by
                n.created_at
            ),
            '[]'
          )
        from
          nominations n
          join nominees e on e.workspace_id = $18
          and e.id = n.nominee_id
          join nomination_rounds r on r.workspace_id = $19
          and r.id = e.round_id
          left join users p on p.workspace_id = $20
          and p.id = e.user_id
          left join groups g on g.workspace_id = $21
          and g.id = e.group_id
        where
          n.workspace_id = $22
          and n.nominator_id = u.id
      ),
      'scores',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'round',
                r.name,
                'nominee',
                coalesce(
                  g.name,
                  coalesce(
                    nullif(trim("p"."first_name" || ' ' || "p"."last_name"), ''),
                    split_part("p"."email", '@', 1)
                  )
                ),
                'scores',
                s.scores,
                'scored_at',
                s.scored_at
              )
              order by
                s.scored_at
            ),
            '[]'
          )
        from
          nomination_scores s
          join nominees e on e.workspace_id = $23
          and e.id = s.nominee_id
          join nomination_rounds r on r.workspace_id = $24
          and r.id = e.round_id
          left join users p on p.workspace_id = $25
          and p.id = e.user_id
          left join groups g on g.workspace_id = $26
          and g.id = e.group_id
        where
          s.workspace_id = $27
          and s.juror_id = u.id
      ),
      'votes',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'round',
                r.name,
                'nominee',
                coalesce(
                  g.name,
                  coalesce(
                    nullif(trim("p"."first_name" || ' ' || "p"."last_name"), ''),
                    split_part("p"."email", '@', 1)
                  )
                ),
                'voted_at',
                v.voted_at
              )
              order by
                v.voted_at
            ),
            '[]'
          )
        from
          nomination_votes v
          join nominees e on e.workspace_id = $28
          and e.id = v.nominee_id
          join nomination_rounds r on r.workspace_id = $29
          and r.id = e.round_id
          left join users p on p.workspace_id = $30
          and p.id = e.user_id
          left join groups g on g.workspace_id = $31
          and g.id = e.group_id
        where
          v.workspace_id = $32
          and v.voter_id = u.id
      ),
      'juries',
      (
        select
          coalesce(
            jsonb_agg(
              r.name
              order by
                r.name
            ),
            '[]'
          )
        from
          nomination_jurors j
          join nomination_rounds r on r.workspace_id = $33
          and r.id = j.round_id
        where
          j.workspace_id = $34
          and j.user_id = u.id
      ),
      'named_in',
      (
        select
          coalesce(
            jsonb_agg(
              r.name
              order by
                r.name
            ),
            '[]'
          )
        from
          nomination_rounds r
        where
          r.workspace_id = $35
          and r.nominators -> 'user_ids' ? u.id::text
      ),
      'words',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'round',
                r.name,
                'text',
                n.text,
                'name',
                case
                  when n.sharing = 'named' then coalesce(
                    nullif(trim("m"."first_name" || ' ' || "m"."last_name"), ''),
                    split_part("m"."email", '@', 1)
                  )
                end,
                'passed_at',
                coalesce(r.announced_at, r.canceled_at)
              )
              order by
                coalesce(r.announced_at, r.canceled_at),
                n.id
            ),
            '[]'
          )
        from
          (
            with recursive
              mine as (
                select
                  m.group_id,
                  m.joined_at,
                  m.left_at
                from
                  group_members m
                where
                  m.workspace_id = $36
                  and m.user_id = u.id
                union
                select
                  g.parent_id,
                  mine.joined_at,
                  mine.left_at
                from
                  mine
                  join groups g on g.workspace_id = $37
                  and g.id = mine.group_id
                where
                  g.parent_id is not null
              )
            select
              o.id,
              o.round_id,
              o.group_id,
              null::timestamptz as joined_at,
              null::timestamptz as left_at
            from
              nominees o
            where
              o.workspace_id = $38
              and o.user_id = u.id
            union all
            select
              o.id,
              o.round_id,
              o.group_id,
              mine.joined_at,
              mine.left_at
            from
              mine
              join nominees o on o.workspace_id = $39
              and o.group_id = mine.group_id
          ) e
          join nomination_rounds r on r.workspace_id = $40
          and r.id = e.round_id
          and (
            e.group_id is null
            or e.joined_at <= coalesce(r.announced_at, r.canceled_at)
            and (
              e.left_at is null
              or e.left_at > coalesce(r.announced_at, r.canceled_at)
            )
          )
          join nominations n on n.workspace_id = $41
          and n.nominee_id = e.id
          and n.sharing <> 'nothing'
          and n.nominator_id <> u.id
          and coalesce(r.announced_at, r.canceled_at) is not null
          join users m on m.workspace_id = $42
          and m.id = n.nominator_id
      )
    ),
    'chats',
    jsonb_build_object(
      'links',
      (
        select
          coalesce(jsonb_agg(to_jsonb(l) - 'workspace_id' - 'user_id'), '[]')
        from
          chat_links l
        where
          l.workspace_id = $43
          and l.user_id = u.id
      ),
      'drafts',
      (
        select
          coalesce(jsonb_agg(d.content), '[]')
        from
          chat_drafts d
        where
          d.workspace_id = $44
          and d.user_id = u.id
      ),
      'direct_messages',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object('event', m.event, 'state', m.state, 'sent_at', m.sent_at)
              order by
                m.created_at
            ),
            '[]'
          )
        from
          hook_deliveries m
        where
          m.workspace_id = $45
          and m.user_id = u.id
      )
    ),
    'company_accounts',
    (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_object(
              'connection',
              c.name,
              'issuer',
              i.issuer,
              'subject',
              i.subject,
              'created_at',
              i.created_at,
              'seen_at',
              i.seen_at
            )
          ),
          '[]'
        )
      from
        sso_identities i
        join sso_connections c on c.workspace_id = i.workspace_id
        and c.id = i.connection_id
      where
        i.workspace_id = $46
        and i.user_id = u.id
    ),
    'provisioning',
    jsonb_build_object(
      'external_id',
      (
        select
          x.external_id
        from
          scim_users x
        where
          x.workspace_id = $47
          and x.user_id = u.id
      ),
      'permissions',
      (
        select
          coalesce(jsonb_agg(x.permission), '[]')
        from
          scim_grants x
        where
          x.workspace_id = $48
          and x.user_id = u.id
      ),
      'requests',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'method',
                x.method,
                'fields',
                x.fields,
                'outcome',
                x.outcome,
                'detail',
                x.detail,
                'created_at',
                x.created_at
              )
              order by
                x.id
            ),
            '[]'
          )
        from
          scim_requests x
        where
          x.workspace_id = $49
          and x.user_id = u.id
      ),
      'tokens',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object('name', x.name, 'created_at', x.created_at, 'revoked_at', x.revoked_at)
              order by
                x.id
            ),
            '[]'
          )
        from
          scim_tokens x
        where
          x.workspace_id = $50
          and x.created_by = u.id
      )
    ),
    'saves_for',
    (
      select
        r.title
      from
        reward_goals g
        join rewards r on r.workspace_id = g.workspace_id
        and r.id = g.reward_id
      where
        g.workspace_id = $51
        and g.user_id = u.id
    ),
    'permissions',
    to_jsonb(p) - 'workspace_id' - 'user_id',
    'introduced_to',
    (
      select
        coalesce(
          jsonb_agg(
            coalesce(
              nullif(trim("m"."first_name" || ' ' || "m"."last_name"), ''),
              split_part("m"."email", '@', 1)
            )
            order by
              i.place
          ),
          '[]'
        )
      from
        introductions i
        join users m on m.workspace_id = $52
        and m.id = i.person_id
      where
        i.workspace_id = $53
        and i.user_id = u.id
    ),
    'mails',
    jsonb_build_object(
      'points_received',
      u.notify_points_received,
      'reward_redeemed',
      u.notify_reward_redeemed,
      'reward_fulfilled',
      u.notify_reward_fulfilled,
      'weekly_digest',
      u.notify_weekly_digest,
      'points_left',
      u.notify_points_left,
      'monthly_report',
      u.notify_monthly_report,
      'awards',
      u.notify_awards
    )
  ) as profile,
  f.storage_key
from
  users u
  join workspaces w on w.id = u.workspace_id
  join wallets b on b.workspace_id = u.workspace_id
  and b.user_id = u.id
  join permissions p on p.workspace_id = u.workspace_id
  and p.user_id = u.id
  left join files f on f.workspace_id = u.workspace_id
  and f.id = u.avatar_file_id
where
  u.workspace_id = $54
  and u.id = $55;
