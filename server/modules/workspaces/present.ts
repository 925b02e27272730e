import type { Money } from '#contract/schemas/common.ts'
import type { Settings } from '#contract/schemas/settings.ts'
import type { Ability } from '#contract/permissions.ts'
import type { AppConfig, Workspace } from '#contract/schemas/workspaces.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { OnboardingFacts, SettingsRow, WorkspaceRow } from './queries.ts'

export function presentWorkspace(row: WorkspaceRow, billingActive: boolean): Workspace {
  return {
    id: row.id,
    name: row.name,
    logo: { url: fileUrl(row.id, row.logo_key) },
    users_count: Number(row.users_count),
    billing_active: billingActive,
    manual_payments: row.manual_payments,
    trial_days: row.trial_days,
  }
}

/** Returns the getting-started checklist. Some items are only for administrators. */
export function presentChecklist(
  facts: OnboardingFacts,
  abilities: ReadonlySet<Ability>,
): AppConfig['checklist'] {
  return {
    dismissed: facts.dismissed,
    items: [
      { key: 'profile', done: facts.named },
      { key: 'photo', done: facts.photo },
      { key: 'post', done: facts.posted },
      ...(abilities.has('manage_team') ? [{ key: 'invite' as const, done: facts.invited }] : []),
      ...(abilities.has('manage_values')
        ? [{ key: 'values' as const, done: facts.values_touched }]
        : []),
      ...(abilities.has('manage_rewards')
        ? [{ key: 'reward' as const, done: facts.reward_made }]
        : []),
    ],
  }
}

export function presentSettings(
  row: SettingsRow,
  workspace: { name: string; logo_key: string | null },
  hundredPoints: Money | null,
): Settings {
  return {
    name: workspace.name,
    logo: { url: fileUrl(row.workspace_id, workspace.logo_key) },
    limit_period: row.limit_period,
    limit: row.points_limit,
    limit_per_post: row.points_limit_per_post,
    hundred_points: hundredPoints,
    show_leaderboard: row.show_leaderboard,
    leaderboard_mode: row.leaderboard_mode,
    comments: row.comments,
    reactions: row.reactions,
    add_ons: row.add_ons,
    birthdays: row.birthdays,
    contact: row.contact,
    notifications: {
      points_received: row.notify_points_received,
      reward_redeemed: row.notify_reward_redeemed,
      reward_fulfilled: row.notify_reward_fulfilled,
      weekly_digest: row.notify_weekly_digest,
      points_left: row.notify_points_left,
      monthly_report: row.notify_monthly_report,
      awards: row.notify_awards,
    },
    language: row.language,
    timezone: row.timezone,
    active_color: row.active_color,
  }
}
