import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { replacedMigrations } from '#server/platform/database/baseline.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    template: string
    /** Whether DATABASE_URL names the server: its settings are not ours to change. */
    isDatabaseGiven: boolean
  }
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const at = new URL(url.replace('@/', '@socket/'))
  at.pathname = `/${name}`
  return at.toString().replace('@socket/', '@/')
}

/** Runs `work` with its own connection, which is always closed. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Waits until a statement of this database waits for a lock. */
export async function waitForLock(client: pg.Client): Promise<void> {
  const count = async () =>
    (
      await client.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  await expect.poll(count, { timeout: 10_000 }).toBeGreaterThan(0)
}

/**
 * The workers of a Citus cluster whose coordinator DATABASE_URL is, each as the URL of its
 * administrative database (docs/scaling.md).
 */
export const workerUrls = (process.env['CITUS_WORKERS'] ?? '').split(' ').filter(Boolean)

export type TestDatabase = { ownerUrl: string; drop(): Promise<void> }

async function createDatabase(template: string): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `${inject('template')}_${randomBytes(5).toString('hex')}`
  const admin = (...statements: string[]) =>
    withClient(adminUrl, async (client) => {
      // CREATE DATABASE fails while another session uses the template, so copies are serialized.
      await client.query('select pg_advisory_lock(771)')
      // Nodes know each other by address, not by database: each copies its own part.
      for (const node of [adminUrl, ...workerUrls])
        await withClient(node, async (one) => {
          for (const statement of statements) await one.query(statement)
        })
    })
  // Citus keeps a background process in each database.
  const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`
  await admin(
    ...(workerUrls.length ? [endSessions] : []),
    // PostgreSQL's default also writes the copy to its log, which takes three times as long.
    `create database ${name} template ${template} strategy file_copy`,
  )
  return {
    ownerUrl: databaseUrl(adminUrl, name),
    drop: () => admin(`drop database if exists ${name} with (force)`),
  }
}

/** Creates a copy of a template for one test file, by default the migrated one. `drop` removes it. */
export const createTestDatabase = (template = inject('template')): Promise<TestDatabase> =>
  createDatabase(template)

/** Creates a database without a schema. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template1')

/** Functions that a migration renamed, with their names in version 1.0.0. */
const functionsOfVersion1 = [
  ['audit_clear_token_names', 'audit_forget'],
  ['pending_work_counts', 'operation_figures'],
  ['queues_next_due', 'work_due'],
  ['search_normalize', 'search_plain'],
  ['search_time_slice', 'search_stretch'],
  ['seats_push_due', 'seats_take'],
  ['total_recognition_add', 'total_recognition_keep'],
  ['total_recognition_subtract', 'total_recognition_less'],
  ['trials_ending', 'trials_take'],
  ['user_create_wallet', 'user_open'],
  ['user_record_acceptance', 'user_note_acceptance'],
  ['workspace_lock', 'workspace_hold'],
]

/** Undoes what migrations after the baseline add to tables, newest first. */
const undoLaterMigrations = [
  'drop table monthly_values',
  'drop function report_snapshot_sum_months',
  'drop function session_user_row',
  `alter table daily_values drop constraint daily_values_workspace_id_fkey,
    add foreign key (workspace_id, value_id) references "values" (workspace_id, id) on delete cascade`,
  'drop index users_accepted, users_invited, users_demo',
  'alter policy own_memberships on users using (account_id = current_account())',
  'alter policy tenant on users using (workspace_id = current_workspace())',
  'drop function computed_groups_add',
  'drop table office_screens',
  'drop table workspace_exports',
  'drop function history_rows_add, history_rows_parse, history_check, history_sums_discard, history_import_batch, history_undo_batch, history_undo_finish, history_undo_people, history_people_merge',
  'drop table history_days, history_balances, history_tags, history_people, history_rows, history_imports',
  `alter table posts drop column imported_from, drop column counted,
    add constraint posts_score_check check (score >= 1 or score = 0 and occasion is not null)`,
  'drop table oauth_policies',
  'alter table sessions drop column oauth_grant_id, drop column audience',
  'drop table oauth_states, oauth_grants',
  'drop function people_sync_due',
  'drop table people_sync_fields, people_sync_missing, people_sync_changes, people_sync_rows, people_sync_runs, people_sync_settings',
  'alter table contributions drop column in_payroll_run, drop column fulfilled_at',
  'drop index purchases_returned',
  'drop table point_expiry_steps, point_expiry',
  'drop table payroll_lines, payroll_runs, payroll_leavers, payroll_settings',
  'drop index purchases_fulfilled',
  'drop table tax_rules',
  'alter table purchases drop column category',
  'alter table purchases drop column returned_at',
  'drop table yearly_budgets',
  'alter table inbox_items drop column percent',
  'drop table plans',
  'alter table settings drop column show_worth, drop column announce_worth',
  'alter table reward_goals drop column price, drop column price_until',
  'alter table rewards drop column audience, drop column person_max, drop column person_period',
  'drop table price_factors',
  'drop table liability_accounts, liability_movements, liability_groups, liability_days, liability_snapshots',
  'drop table point_worths',
  'alter table settings add column hundred_points_cents integer',
  'alter table leaver_graces rename column money_minor to cents',
  'alter table leaver_graces drop column currency',
  'drop table computed_group_people, computed_groups',
  'drop function pair_sums_add, pair_sums_subtract, pair_sums_add_month',
  'drop table pair_sums, pair_sum_teams',
  'drop function custom_days_due',
  'drop table custom_day_posts, custom_days',
  'drop table introductions',
  'alter table awards drop column picture_file_id',
  `delete from files where kind in ('award', 'signature')`,
  `alter table files drop constraint files_kind_check, add constraint files_kind_check
    check (kind in ('avatar', 'logo', 'reward', 'post'))`,
  'drop function bonus_pay',
  'drop index posts_by_company',
  'alter table inbox_items drop column bonus_id',
  'drop table bonus_payments, bonuses',
  'alter table inbox_items drop column round_id',
  'drop function nomination_rounds_due',
  `drop table nomination_votes, nomination_scores, nominations, nominees, nomination_jurors,
    nomination_rounds`,
  'alter table inbox_items drop column card_id',
  'drop table group_card_signatures, group_card_signers, group_cards',
  'drop function award_gifts_due, award_hold, award_release',
  'alter table inbox_items drop column gift_id',
  `drop table approval_delegates, award_decisions, award_approvers, award_receivers, award_gifts,
    awards`,
  'drop function celebrations_due, celebrations_to_plan',
  'drop table celebrations, celebration_rules',
  'drop index users_hire_dates, users_birthdays, users_anniversaries',
  'alter table users drop column birth_day, drop column hire_day',
  'drop function company_post_create',
  'drop table post_readers',
  `alter table posts drop constraint posts_author_check, drop constraint posts_points_kept_check,
    drop constraint posts_score_check, drop column occasion, drop column points_kept,
    alter column from_id set not null, add constraint posts_score_check check (score >= 1)`,
  'alter table users drop column away_from, drop column away_to',
  'alter table settings drop column birthdays',
  `alter table users drop column birthday_visibility, drop column anniversary_visibility,
    add column show_dates boolean not null default true`,
  `create index users_birthdays on users (
    workspace_id, ((extract(month from birth_date) * 100 + extract(day from birth_date))::int))
    where birth_date is not null and state = 'accepted' and show_dates`,
  `create index users_anniversaries on users (
    workspace_id, ((extract(month from hire_date) * 100 + extract(day from hire_date))::int))
    where hire_date is not null and state = 'accepted' and show_dates`,
  'alter table scim_users drop column removed_at',
  'drop table badge_keys',
  'alter table imports drop column deactivates, drop column deactivated_count',
  'drop function users_of_employee_numbers',
  'drop function audit_streams_due',
  'drop table audit_stream_entries, audit_streams',
  'alter table sessions drop column method',
  'drop index audit_log_sign_ins, audit_log_others',
  'drop function leavers_due',
  'drop table leaver_graces, personal_addresses',
  'alter table settings drop column leaver_grace_days, drop column leaver_outcome',
  'drop table scim_requests, scim_grants, scim_groups, scim_users, scim_tokens, scim_settings',
  'drop function sso_connections_of_domain, sso_upkeep_due, session_enter',
  'drop table sso_used_messages, sso_requests, sso_identities, sso_domains, sso_connections, sso_addresses',
  'alter table settings drop column sso_required, drop column session_hours, drop column second_factor_required',
  `alter table sessions drop column sso_connection_id, drop column sso_session, drop column sso_subject,
    drop column break_glass, drop column second_factor, drop column signed_in_at`,
  'drop function chat_workspace, chat_reminders_due, chat_sockets_due',
  'drop table chat_connections, chat_links, chat_link_requests, chat_authorizations, chat_drafts, chat_conversations, chat_messages',
  'alter table hook_deliveries drop column user_id',
  `delete from hooks where kind in ('slack_app', 'teams_app')`,
  `alter table hooks drop column channel_id, drop column channel_name, drop column filters,
    drop constraint hooks_kind_check, drop constraint hooks_off_reason_check,
    drop constraint if exists hooks_secret_check, alter column secret set not null,
    add constraint hooks_kind_check check (kind in ('webhook', 'slack', 'teams')),
    add constraint hooks_off_reason_check check (off_reason in ('failing', 'gone'))`,
  'drop index hook_deliveries_in_order',
  `alter table posts drop constraint posts_to_ids_check, add constraint posts_to_ids_check
    check (cardinality(to_ids) between 1 and 50)`,
  'alter table inbox_items drop column budget_id',
  'alter table posts drop column budget_id',
  'alter table entries drop column budget_id, drop constraint entries_account_check',
  `alter table entries add constraint entries_account_check
    check (account in ('wallet', 'issued', 'held', 'redeemed'))`,
  `alter table movements drop constraint movements_type_check, add constraint movements_type_check
    check (type in ('adjust', 'post', 'post_deleted', 'purchase', 'purchase_declined',
      'purchase_canceled', 'purchase_fulfilled'))`,
  'drop function budget_move, budget_take, budget_renew, budgets_move_ends',
  'drop table budget_owners, budgets',
  'alter table users drop column allowance_rule_id',
  'drop table allowance_rules',
  'alter table settings drop column notify_awards, drop column notify_monthly_report, drop column report_month',
  'alter table users drop column notify_awards, drop column notify_monthly_report',
  'drop function monthly_reports_due',
  'drop table reward_goals',
  'alter table groups drop column rule',
  'drop table attribute_values, attributes',
  'drop table waiting_managers, group_members, group_owners, groups',
  'alter table imports drop column creates_groups',
  `alter table users drop column manager_id, drop column country, drop column timezone,
    drop column employee_number, drop column cost_center, drop column field_sources`,
  'create policy owner_readdresses on users for update to current_user using (true) with check (true)',
  'drop policy own_logos on files',
  `create policy own_logos on files for select
    using (kind = 'logo' and current_account() is not null
      and workspace_id in (select workspace_id from users where account_id = current_account()))`,
  'drop policy own_workspaces on workspaces',
  `create policy own_workspaces on workspaces for select
    using (current_account() is not null
      and id in (select workspace_id from users where account_id = current_account()))`,
  'drop function current_workspaces',
  'drop function purchase_day_changed, daily_redemptions_changed, daily_rollups_deleted cascade',
  'drop function daily_rewards_sum',
  'drop function report_snapshot_adjust, report_snapshot_create, report_snapshot_sum_days, report_snapshots_discard',
  'drop table report_snapshots, user_snapshots, daily_totals, daily_values, daily_rewards',
  'drop index files_of_posts',
  'alter table posts drop column picture, drop column picture_file_id',
  `alter table files drop constraint files_kind_check,
    add constraint files_kind_check check (kind in ('avatar', 'logo', 'reward'))`,
  'drop function joinable_workspaces',
  'drop table join_links',
  'drop table join_domains',
  'drop table removed_addresses',
  `alter table sign_in_codes drop constraint sign_in_codes_purpose_check,
    add constraint sign_in_codes_purpose_check
      check (purpose in ('sign_in', 'change_email', 'presence'))`,
  `alter table settings drop column notify_weekly_digest, drop column notify_points_left,
    drop column digest_week, drop column points_left_period`,
  'alter table users drop column notify_weekly_digest, drop column notify_points_left',
  'drop function weekly_digests_due',
  'alter table settings drop column hundred_points_cents',
  'alter table comments drop column mention_ids, drop column mention_names',
  `alter table reactions drop constraint reactions_reaction_check,
    add constraint reactions_reaction_check check (reaction in ('clap', 'party', 'thanks', 'idea',
      'fire', 'smile'))`,
  'drop index import_rows_reported',
  'alter table import_rows drop column review',
  'drop table held_invites',
  'drop function held_invites_due',
  'alter table imports drop column date_orders, drop column warned_count, drop column holds_invites, drop column invites_at, drop column message',
  'alter table purchases drop column stage, drop column code, drop column note, drop column ordered_at, drop column ordered_by, drop column order_note',
  'drop table inbox_items',
  'alter table users drop column inbox_muted',
]

/** Returns the statements of the baseline that create a function, also over an existing one. */
function createFunctionOfBaseline(name: string): string {
  const file = new URL('../../server/db/migrations/0001_baseline.sql', import.meta.url)
  const [statement] =
    new RegExp(`create function ${name}\\([^;]*?as \\$\\$[^$]*\\$\\$;`).exec(
      readFileSync(file, 'utf8'),
    ) ?? []
  if (!statement) throw new Error(`the baseline has no function ${name}`)
  return statement.replace('create function', 'create or replace function')
}

/** Gives a migrated database the schema of version 1.0.0, before migrations had a baseline. */
export const revertToVersion1 = (ownerUrl: string): Promise<void> =>
  withClient(ownerUrl, async (owner) => {
    for (const statement of undoLaterMigrations) await owner.query(statement)
    await owner.query('drop table applied_functions')
    await owner.query('alter function enable_tenant_rls rename to wall_off')
    for (const [name, oldName] of functionsOfVersion1)
      await owner.query(`alter function ${name} rename to ${oldName}`)
    await owner.query('drop function search_prefix')
    for (const name of ['search_prefix', 'search_lexemes'])
      await owner.query(createFunctionOfBaseline(name))
    await owner.query(`alter table nightly_runs rename to chores;
      alter index nightly_runs_pkey rename to chores_pkey;
      alter table subscriptions rename column pushed_seats_version to seats_told;
      alter index hook_deliveries_of_subject rename to hook_deliveries_untold`)
    await owner.query('delete from kysely_migration')
    await owner.query(
      `insert into kysely_migration (name, timestamp) select name, '2026-01-01' from unnest($1::text[]) name`,
      [replacedMigrations],
    )
  })
