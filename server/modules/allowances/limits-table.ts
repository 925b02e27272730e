import { type RawBuilder, sql } from 'kysely'

/** The limits of a person. Null: no limit. `reports`: the people who report to them, if they count. */
export type UserLimits = {
  workspace_id: string
  user_id: string
  points_limit: number | null
  points_limit_per_post: number | null
  source: 'own' | 'rule' | 'team'
  rule_name: string | null
  rule_limit: number | null
  extra_per_report: number | null
  reports: number
}

/**
 * Returns the limits of all people of a team, as a table of a FROM clause: their own limit, that of
 * their allowance rule, or that of the team. Every condition names the workspace, so that Citus finds
 * its node. The function post_create has the same rule.
 */
export const userLimits = (workspaceId: string): RawBuilder<UserLimits> => sql<UserLimits>`(
  select u.workspace_id, u.id as user_id,
    case when u.points_limit is not null then u.points_limit
      when r.id is null then s.points_limit
      else r.points_limit + r.extra_per_report * l.reports end as points_limit,
    coalesce(u.points_limit_per_post, r.points_limit_per_post, s.points_limit_per_post)
      as points_limit_per_post,
    case when u.points_limit is not null then 'own' when r.id is null then 'team' else 'rule' end
      as source,
    r.name as rule_name, r.points_limit as rule_limit, r.extra_per_report, l.reports
  from users u
  join settings s on s.workspace_id = ${workspaceId}
  left join allowance_rules r on r.workspace_id = ${workspaceId} and r.id = u.allowance_rule_id
  left join lateral (
    select count(*)::integer as reports from users d
    where d.workspace_id = ${workspaceId} and d.manager_id = u.id
      and d.state in ('pending', 'accepted') and r.extra_per_report > 0) l on true
  where u.workspace_id = ${workspaceId})`
