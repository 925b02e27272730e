import { sql } from 'kysely'

/** The name of the rule that sets the points of person `u`. */
export const allowanceRule = (workspaceId: string) => sql`(
  select r.name from allowance_rules r
  where r.workspace_id = ${workspaceId} and r.id = u.allowance_rule_id)`
/** The names of the rules whose audience names person `u`. */
export const rulesNaming = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(r.name order by r.name), '[]') from allowance_rules r
  where r.workspace_id = ${workspaceId} and r.audience -> 'user_ids' ? u.id::text)`

/** The names of the groups that person `u` owns. */
export const ownedGroups = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(g.name order by g.name), '[]')
  from group_owners o join groups g on g.workspace_id = o.workspace_id and g.id = o.group_id
  where o.workspace_id = ${workspaceId} and o.user_id = u.id)`
/** The names of the budgets that person `u` owns. */
export const ownedBudgets = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(b.name order by b.name), '[]')
  from budget_owners o join budgets b on b.workspace_id = o.workspace_id and b.id = o.budget_id
  where o.workspace_id = ${workspaceId} and o.user_id = u.id)`
/** The accounts in chats of person `u`, their thanks before Send, and their direct messages. */
export const chatsOf = (workspaceId: string) => sql`jsonb_build_object(
  'links', (select coalesce(jsonb_agg(to_jsonb(l) - 'workspace_id' - 'user_id'), '[]')
    from chat_links l where l.workspace_id = ${workspaceId} and l.user_id = u.id),
  'drafts', (select coalesce(jsonb_agg(d.content), '[]')
    from chat_drafts d where d.workspace_id = ${workspaceId} and d.user_id = u.id),
  'direct_messages', (select coalesce(jsonb_agg(jsonb_build_object('event', m.event,
      'state', m.state, 'sent_at', m.sent_at) order by m.created_at), '[]')
    from hook_deliveries m where m.workspace_id = ${workspaceId} and m.user_id = u.id))`

/** The accounts of person `u` at identity providers. */
export const companyAccounts = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('connection', c.name, 'issuer', i.issuer,
    'subject', i.subject, 'created_at', i.created_at, 'seen_at', i.seen_at)), '[]')
  from sso_identities i
  join sso_connections c on c.workspace_id = i.workspace_id and c.id = i.connection_id
  where i.workspace_id = ${workspaceId} and i.user_id = u.id)`

/** What the identity provider of the team stores about person `u` and asked for. */
export const provisioningOf = (workspaceId: string) => sql`jsonb_build_object(
  'external_id', (select x.external_id from scim_users x
    where x.workspace_id = ${workspaceId} and x.user_id = u.id),
  'permissions', (select coalesce(jsonb_agg(x.permission), '[]') from scim_grants x
    where x.workspace_id = ${workspaceId} and x.user_id = u.id),
  'requests', (select coalesce(jsonb_agg(jsonb_build_object('method', x.method,
      'fields', x.fields, 'outcome', x.outcome, 'detail', x.detail,
      'created_at', x.created_at) order by x.id), '[]')
    from scim_requests x where x.workspace_id = ${workspaceId} and x.user_id = u.id),
  'tokens', (select coalesce(jsonb_agg(jsonb_build_object('name', x.name,
      'created_at', x.created_at, 'revoked_at', x.revoked_at) order by x.id), '[]')
    from scim_tokens x where x.workspace_id = ${workspaceId} and x.created_by = u.id))`

/** The names of the budgets whose givers or recipients name person `u`. */
export const budgetsNaming = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(b.name order by b.name), '[]') from budgets b
  where b.workspace_id = ${workspaceId}
    and (b.givers -> 'user_ids' ? u.id::text or b.recipients -> 'user_ids' ? u.id::text))`

/** The attributes of person `u` by name. */
export const attributesOf = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', a.name,
    'value', av.value) order by lower(a.name)), '[]')
  from attribute_values av join attributes a
    on a.workspace_id = av.workspace_id and a.id = av.attribute_id
  where av.workspace_id = ${workspaceId} and av.user_id = u.id)`
