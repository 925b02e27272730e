import { utcDay } from '#server/platform/periods.ts'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { addInvites, addNotice, findBudgetTeam, listInvites } from './budget-queries.ts'
import { isPublicMailProvider } from './public-mail-providers.ts'

/** Share of each day's budget that imports may use; the rest is for manual invitations. */
const importShareOfDay = 0.9

type BudgetConfig = Pick<Services['config'], 'billing' | 'mailBudget'>
type DomainKind = 'own' | 'other'
/** Invitations already counted for each day, today first. */
type DailyUsage = Record<DomainKind, number>[]
/** Origin of an invitation. People may use a whole day's budget, imports a share of it. */
export type InviteSource = 'people' | 'import'

export const emailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/**
 * Daily invitation budget of a workspace (H5). The creator's mail domain has a large budget, unless
 * it is a public provider's; other domains have a small budget until the workspace pays.
 */
export class InviteBudget {
  private readonly claimed = new Map<number, Record<DomainKind, number>>()
  private readonly workspaceId: string
  private readonly at: Date
  private readonly domain: string | null
  private readonly perDay: Record<DomainKind, number>
  private readonly usedPerDay: DailyUsage

  constructor(
    workspaceId: string,
    at: Date,
    domain: string | null,
    perDay: Record<DomainKind, number>,
    usage: DailyUsage,
  ) {
    this.workspaceId = workspaceId
    this.at = at
    this.domain = domain
    this.perDay = perDay
    this.usedPerDay = usage
  }

  private domainKindOf(email: string): DomainKind {
    return this.domain !== null && emailDomain(email) === this.domain ? 'own' : 'other'
  }

  /**
   * Claims the first day with budget left for this address. Returns the send time; null when every
   * day's budget is spent.
   */
  claimDay(email: string, source: InviteSource): Date | null {
    const kind = this.domainKindOf(email)
    const allowed =
      source === 'import' ? Math.ceil(this.perDay[kind] * importShareOfDay) : this.perDay[kind]
    const day = this.usedPerDay.findIndex((used) => used[kind] < allowed)
    const used = this.usedPerDay[day]
    if (!used) return null
    used[kind] += 1
    const claimed = this.claimed.get(day) ?? { own: 0, other: 0 }
    claimed[kind] += 1
    this.claimed.set(day, claimed)
    return new Date(this.at.getTime() + day * dayMs)
  }

  /** Claims today's budget for this address. Throws `invites_spent` when it is spent. */
  claimToday(email: string): void {
    const kind = this.domainKindOf(email)
    const used = this.usedPerDay[0]
    const tomorrow = Date.parse(`${utcDay(new Date(this.at.getTime() + dayMs))}T00:00:00Z`)
    if (!used || used[kind] >= this.perDay[kind])
      throwRefusal('invites_spent', {
        params: { finish: this.perDay[kind] },
        retry_after_s: (tomorrow - this.at.getTime()) / 1_000,
      })
    this.claimDay(email, 'people')
  }

  /** Stores the claims in the transaction that sends the invitations. */
  async save(trx: Trx): Promise<void> {
    const days = [...this.claimed]
    if (!days.length) return
    const rows = days.map(([day, claims]) => ({
      day: utcDay(new Date(this.at.getTime() + day * dayMs)),
      ...claims,
    }))
    await addInvites(trx, this.workspaceId, rows)
    this.claimed.clear()
  }
}

/** Returns the budget of a workspace. A lock on the settings row serializes concurrent claims. */
export async function lockInviteBudget(
  trx: Trx,
  { billing, mailBudget }: BudgetConfig,
  workspaceId: string,
  at: Date,
): Promise<InviteBudget> {
  await lockSettings(trx, workspaceId)
  return loadInviteBudget(trx, { billing, mailBudget }, workspaceId, at)
}

/** Returns the budget without a lock, for previews. */
export async function loadInviteBudget(
  trx: Trx,
  { billing, mailBudget }: BudgetConfig,
  workspaceId: string,
  at: Date,
): Promise<InviteBudget> {
  const team = await findBudgetTeam(trx, workspaceId)
  const paid = billing === 'off' || team.manual_payments || (team.paid_until ?? at) > at
  const perDay = {
    own: team.invites_per_day ?? mailBudget.invites,
    other: team.invites_per_day ?? (paid ? mailBudget.invites : mailBudget.trialInvites),
  }
  const usage: DailyUsage = Array.from({ length: limits.invite_days_ahead }, () => ({
    own: 0,
    other: 0,
  }))
  const days = new Map(
    usage.map((used, day) => [utcDay(new Date(at.getTime() + day * dayMs)), used]),
  )
  for (const { day, own, other } of await listInvites(trx, workspaceId, utcDay(at)))
    Object.assign(days.get(day) ?? {}, { own, other })
  const domain =
    team.mail_domain !== null && !isPublicMailProvider(team.mail_domain) ? team.mail_domain : null
  return new InviteBudget(workspaceId, at, domain, perDay, usage)
}

/** Counts one notification. Returns false when the workspace's daily limit is reached. */
export const claimNotificationQuota = (
  trx: Trx,
  { mailBudget }: BudgetConfig,
  workspaceId: string,
  at: Date,
): Promise<boolean> => addNotice(trx, workspaceId, utcDay(at), mailBudget.notices)
