import { sql } from 'kysely'
import { wordStatements } from '#server/modules/nominations/word-queries.ts'
import { personName } from '#server/modules/people/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { unknownYear } from '#server/modules/users/birth-date.ts'
import type { ExportSubject } from './queries.ts'

const { passedAt, sharedWords } = wordStatements

/** The name of the rule that sets the points of person `u`. */
const allowanceRule = (workspaceId: string) => sql`(
  select r.name from allowance_rules r
  where r.workspace_id = ${workspaceId} and r.id = u.allowance_rule_id)`
/** The names of the rules whose audience names person `u`. */
const rulesNaming = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(r.name order by r.name), '[]') from allowance_rules r
  where r.workspace_id = ${workspaceId} and r.audience -> 'user_ids' ? u.id::text)`

/** The birthday of person `u`, without its year if that is unknown. */
const birthDate = sql`(case when extract(year from u.birth_date) = ${sql.lit(Number(unknownYear))}
  then to_char(u.birth_date, '--MM-DD') else u.birth_date::text end)`

/** The leave of person `u`. */
const away = sql`(case when u.away_from is not null
  then jsonb_build_object('from', u.away_from, 'to', u.away_to) end)`

/** The names of the groups that person `u` owns. */
const ownedGroups = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(g.name order by g.name), '[]')
  from group_owners o join groups g on g.workspace_id = o.workspace_id and g.id = o.group_id
  where o.workspace_id = ${workspaceId} and o.user_id = u.id)`
/** The names of the budgets that person `u` owns. */
const ownedBudgets = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(b.name order by b.name), '[]')
  from budget_owners o join budgets b on b.workspace_id = o.workspace_id and b.id = o.budget_id
  where o.workspace_id = ${workspaceId} and o.user_id = u.id)`
/** The accounts in chats of person `u`, their thanks before Send, and their direct messages. */
const chatsOf = (workspaceId: string) => sql`jsonb_build_object(
  'links', (select coalesce(jsonb_agg(to_jsonb(l) - 'workspace_id' - 'user_id'), '[]')
    from chat_links l where l.workspace_id = ${workspaceId} and l.user_id = u.id),
  'drafts', (select coalesce(jsonb_agg(d.content), '[]')
    from chat_drafts d where d.workspace_id = ${workspaceId} and d.user_id = u.id),
  'direct_messages', (select coalesce(jsonb_agg(jsonb_build_object('event', m.event,
      'state', m.state, 'sent_at', m.sent_at) order by m.created_at), '[]')
    from hook_deliveries m where m.workspace_id = ${workspaceId} and m.user_id = u.id))`

/** The accounts of person `u` at identity providers. */
const companyAccounts = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('connection', c.name, 'issuer', i.issuer,
    'subject', i.subject, 'created_at', i.created_at, 'seen_at', i.seen_at)), '[]')
  from sso_identities i
  join sso_connections c on c.workspace_id = i.workspace_id and c.id = i.connection_id
  where i.workspace_id = ${workspaceId} and i.user_id = u.id)`

/** What the identity provider of the team stores about person `u` and asked for. */
const provisioningOf = (workspaceId: string) => sql`jsonb_build_object(
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
const budgetsNaming = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(b.name order by b.name), '[]') from budgets b
  where b.workspace_id = ${workspaceId}
    and (b.givers -> 'user_ids' ? u.id::text or b.recipients -> 'user_ids' ? u.id::text))`

/** The names of the awards whose givers or approvers name person `u`. */
const awardsNaming = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(w.name order by w.name), '[]') from awards w
  where w.workspace_id = ${workspaceId} and (w.givers -> 'user_ids' ? u.id::text
    or exists (select from jsonb_array_elements(w.steps) s where s -> 'user_ids' ? u.id::text)))`
/** The names of the bonuses whose audience names person `u`. */
const bonusesNaming = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(x.name order by x.name), '[]') from bonuses x
  where x.workspace_id = ${workspaceId} and x.audience -> 'user_ids' ? u.id::text)`

/** Who may decide about awards in the place of person `u`. */
const delegateOf = (workspaceId: string) => sql`(
  select jsonb_build_object('name', ${personName('m')},
    'starts_at', d.starts_at, 'ends_at', d.ends_at)
  from approval_delegates d
  join users m on m.workspace_id = d.workspace_id and m.id = d.delegate_id
  where d.workspace_id = ${workspaceId} and d.user_id = u.id)`

/** What awards and bonuses store about person `u` beside gifts and payments. */
const awardsOf = (workspaceId: string) => sql`jsonb_build_object(
  'named_in', ${awardsNaming(workspaceId)}, 'named_in_bonuses', ${bonusesNaming(workspaceId)},
  'approval_delegate', ${delegateOf(workspaceId)})`

/** The address of the picture of signature `g`, or null. */
const pictureOfSignature = (workspaceId: string) => sql`(
  select '/files/' || f.workspace_id || '/' || f.storage_key from files f
  where f.workspace_id = ${workspaceId} and f.id = g.picture_file_id)`
/** The signatures of person `u` on cards, and those on their delivered cards. */
const cardsOf = (workspaceId: string) => sql`jsonb_build_object(
  'signed', (select coalesce(jsonb_agg(jsonb_build_object('text', g.text,
      'picture', ${pictureOfSignature(workspaceId)}, 'created_at', g.created_at)
      order by g.created_at), '[]')
    from group_card_signatures g where g.workspace_id = ${workspaceId} and g.user_id = u.id),
  'received', (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'year', k.year,
      'name', ${personName('m')}, 'text', g.text,
      'picture', ${pictureOfSignature(workspaceId)})
      order by k.delivered_at, g.created_at), '[]')
    from group_cards k
    join group_card_signatures g on g.workspace_id = ${workspaceId} and g.card_id = k.id
    join users m on m.workspace_id = ${workspaceId} and m.id = g.user_id
    where k.workspace_id = ${workspaceId} and k.user_id = u.id and k.delivered_at is not null))`

const nominee = sql`coalesce(g.name, ${personName('p')})`
/** Joins the round `r` and the person `p` or group `g` of nominee `e`. */
const joinNominee = (workspaceId: string) => sql`
  join nomination_rounds r on r.workspace_id = ${workspaceId} and r.id = e.round_id
  left join users p on p.workspace_id = ${workspaceId} and p.id = e.user_id
  left join groups g on g.workspace_id = ${workspaceId} and g.id = e.group_id`
/** What person `u` did in nomination rounds, and the words about them as nominators share them. */
const nominationsOf = (workspaceId: string) => sql`jsonb_build_object(
  'given', (select coalesce(jsonb_agg(jsonb_build_object('round', r.name, 'nominee', ${nominee},
      'text', n.text, 'answers', n.answers, 'sharing', n.sharing, 'may_quote', n.may_quote,
      'created_at', n.created_at, 'updated_at', n.updated_at) order by n.created_at), '[]')
    from nominations n
    join nominees e on e.workspace_id = ${workspaceId} and e.id = n.nominee_id
    ${joinNominee(workspaceId)}
    where n.workspace_id = ${workspaceId} and n.nominator_id = u.id),
  'scores', (select coalesce(jsonb_agg(jsonb_build_object('round', r.name, 'nominee', ${nominee},
      'scores', s.scores, 'scored_at', s.scored_at) order by s.scored_at), '[]')
    from nomination_scores s
    join nominees e on e.workspace_id = ${workspaceId} and e.id = s.nominee_id
    ${joinNominee(workspaceId)}
    where s.workspace_id = ${workspaceId} and s.juror_id = u.id),
  'votes', (select coalesce(jsonb_agg(jsonb_build_object('round', r.name, 'nominee', ${nominee},
      'voted_at', v.voted_at) order by v.voted_at), '[]')
    from nomination_votes v
    join nominees e on e.workspace_id = ${workspaceId} and e.id = v.nominee_id
    ${joinNominee(workspaceId)}
    where v.workspace_id = ${workspaceId} and v.voter_id = u.id),
  'juries', (select coalesce(jsonb_agg(r.name order by r.name), '[]')
    from nomination_jurors j
    join nomination_rounds r on r.workspace_id = ${workspaceId} and r.id = j.round_id
    where j.workspace_id = ${workspaceId} and j.user_id = u.id),
  'named_in', (select coalesce(jsonb_agg(r.name order by r.name), '[]') from nomination_rounds r
    where r.workspace_id = ${workspaceId} and r.nominators -> 'user_ids' ? u.id::text),
  'words', (select coalesce(jsonb_agg(jsonb_build_object('round', r.name, 'text', n.text,
      'name', case when n.sharing = 'named' then ${personName('m')} end,
      'passed_at', ${passedAt}) order by ${passedAt}, n.id), '[]')
    from ${sharedWords(workspaceId, sql`u.id`)}
    join users m on m.workspace_id = ${workspaceId} and m.id = n.nominator_id))`
/** The names of the people whom person `u` meets first by choice of a manager. */
const introductionsOf = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(${personName('m')} order by i.place), '[]')
  from introductions i
  join users m on m.workspace_id = ${workspaceId} and m.id = i.person_id
  where i.workspace_id = ${workspaceId} and i.user_id = u.id)`
/** Which mails person `u` has switched on. */
const mailsOf = sql`jsonb_build_object(
  'points_received', u.notify_points_received, 'reward_redeemed', u.notify_reward_redeemed,
  'reward_fulfilled', u.notify_reward_fulfilled, 'weekly_digest', u.notify_weekly_digest,
  'points_left', u.notify_points_left, 'monthly_report', u.notify_monthly_report,
  'awards', u.notify_awards)`

/** The attributes of person `u` by name. */
const attributesOf = (workspaceId: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', a.name,
    'value', av.value) order by lower(a.name)), '[]')
  from attribute_values av join attributes a
    on a.workspace_id = av.workspace_id and a.id = av.attribute_id
  where av.workspace_id = ${workspaceId} and av.user_id = u.id)`

type ProfileRow = { profile: { email: string }; storage_key: string | null }

/** Returns the user's record in the team as JSON, and the storage key of the picture. */
export async function findProfileForExport(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Pick<ExportSubject, 'workspace_id' | 'user_id'>,
): Promise<ProfileRow> {
  const { rows } = await sql<ProfileRow>`
    select
      jsonb_build_object(
        'id', u.id,
        'team', w.name,
        'email', u.email,
        'first_name', u.first_name,
        'last_name', u.last_name,
        'job_title', u.job_title,
        'phone', u.phone,
        'state', u.state,
        'birth_date', ${birthDate},
        'hire_date', u.hire_date,
        'language', u.language,
        'birthday_visibility', u.birthday_visibility,
        'anniversary_visibility', u.anniversary_visibility,
        'invited_at', u.invited_at,
        'joined_at', u.accepted_at,
        'created_at', u.created_at,
        'points_limit', u.points_limit,
        'points_limit_per_post', u.points_limit_per_post,
        'allowance_rule', ${allowanceRule(workspaceId)},
        'named_in_allowance_rules', ${rulesNaming(workspaceId)},
        'balance', b.balance,
        'manager', (select ${personName('m')}
          from users m where m.workspace_id = ${workspaceId} and m.id = u.manager_id),
        'country', u.country,
        'timezone', u.timezone,
        'employee_number', u.employee_number,
        'cost_center', u.cost_center,
        'away', ${away},
        'attributes', ${attributesOf(workspaceId)},
        'groups', (select coalesce(jsonb_agg(jsonb_build_object('kind', g.kind, 'name', g.name,
            'joined_at', gm.joined_at, 'left_at', gm.left_at) order by gm.joined_at, g.name), '[]')
          from group_members gm join groups g
            on g.workspace_id = gm.workspace_id and g.id = gm.group_id
          where gm.workspace_id = ${workspaceId} and gm.user_id = u.id),
        'owns_groups', ${ownedGroups(workspaceId)},
        'owns_budgets', ${ownedBudgets(workspaceId)}, 'awards', ${awardsOf(workspaceId)},
        'named_in_budgets', ${budgetsNaming(workspaceId)}, 'cards', ${cardsOf(workspaceId)},
        'nominations', ${nominationsOf(workspaceId)}, 'chats', ${chatsOf(workspaceId)},
        'company_accounts', ${companyAccounts(workspaceId)},
        'provisioning', ${provisioningOf(workspaceId)},
        'saves_for', (select r.title from reward_goals g join rewards r
          on r.workspace_id = g.workspace_id and r.id = g.reward_id
          where g.workspace_id = ${workspaceId} and g.user_id = u.id),
        'permissions', to_jsonb(p) - 'workspace_id' - 'user_id',
        'introduced_to', ${introductionsOf(workspaceId)},
        'mails', ${mailsOf}
      ) as profile,
      f.storage_key
    from users u
    join workspaces w on w.id = u.workspace_id
    join wallets b on b.workspace_id = u.workspace_id and b.user_id = u.id
    join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
    left join files f on f.workspace_id = u.workspace_id and f.id = u.avatar_file_id
    where u.workspace_id = ${workspaceId} and u.id = ${userId}`.execute(trx)
  if (!rows[0]) throw new Error('user missing')
  return rows[0]
}
