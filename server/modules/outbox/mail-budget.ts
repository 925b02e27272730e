import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { isPublicMailProvider } from './public-mail-providers.ts'

const dayMs = 86_400_000
/** An import leaves this part of each day to invitations by hand. */
const importShareOfDay = 0.9

type BudgetConfig = Pick<Services['config'], 'billing' | 'mailBudget'>
type DomainKind = 'own' | 'other'
/** How many invitations each day from today on has already taken. */
type DailyUsage = Record<DomainKind, number>[]
/** Who asks: people, who may use all of a day, or an import. */
export type InviteSource = 'people' | 'import'

/** The day of the budget, in UTC. */
const utcDay = (at: Date): string => at.toISOString().slice(0, 10)
/** The domain of an address. */
export const emailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/**
 * The invitations that a team may still send, day by day (H5). The domain of the address that made
 * the team has a large budget unless it is a public mail provider's; other domains have a small one
 * until the team pays.
 */
export class InviteBudget {
  private readonly claimed = new Map<number, Record<DomainKind, number>>()
  private readonly workspace_id: string
  private readonly at: Date
  private readonly domain: string | null
  private readonly perDay: Record<DomainKind, number>
  private readonly usedPerDay: DailyUsage

  constructor(
    workspaceId: string,
    at: Date,
    domain: string | null,
    perDay: Record<DomainKind, number>,
    taken: DailyUsage,
  ) {
    this.workspace_id = workspaceId
    this.at = at
    this.domain = domain
    this.perDay = perDay
    this.usedPerDay = taken
  }

  private domainKindOf(email: string): DomainKind {
    return this.domain !== null && emailDomain(email) === this.domain ? 'own' : 'other'
  }

  /**
   * Claims the first day with room for this address. Returns when the invitation may leave; null
   * when no day has room.
   */
  claimDay(email: string, asker: InviteSource): Date | null {
    const side = this.domainKindOf(email)
    const room =
      asker === 'import' ? Math.ceil(this.perDay[side] * importShareOfDay) : this.perDay[side]
    const day = this.usedPerDay.findIndex((used) => used[side] < room)
    const used = this.usedPerDay[day]
    if (!used) return null
    used[side] += 1
    const claimed = this.claimed.get(day) ?? { own: 0, other: 0 }
    claimed[side] += 1
    this.claimed.set(day, claimed)
    return new Date(this.at.getTime() + day * dayMs)
  }

  /** Claims today for this address. Throws `invites_spent` when today has no room. */
  claimToday(email: string): void {
    const side = this.domainKindOf(email)
    const used = this.usedPerDay[0]
    const tomorrow = Date.parse(`${utcDay(new Date(this.at.getTime() + dayMs))}T00:00:00Z`)
    if (!used || used[side] >= this.perDay[side])
      throwRefusal('invites_spent', {
        params: { finish: this.perDay[side] },
        retry_after_s: (tomorrow - this.at.getTime()) / 1_000,
      })
    this.claimDay(email, 'people')
  }

  /** Writes down what was claimed, in the transaction that sends it. */
  async save(trx: Trx): Promise<void> {
    const days = [...this.claimed]
    if (!days.length) return
    await sql`
      insert into mail_budgets as b (workspace_id, day, own_invites, other_invites)
      select ${this.workspace_id}, day, own, other
        from
        unnest(${days.map(([day]) => utcDay(new Date(this.at.getTime() + day * dayMs)))}::date[],
        ${days.map(([, { own }]) => own)}::int[], ${days.map(([, { other }]) => other)}::int[]) as
          claimed (day, own, other)
      on conflict (workspace_id, day) do update
        set own_invites = b.own_invites + excluded.own_invites,
        other_invites = b.other_invites + excluded.other_invites`.execute(trx)
    this.claimed.clear()
  }
}

/**
 * Returns the budget of a team as it stands. The settings are locked, so that of several processes
 * one claims at a time.
 */
export async function lockInviteBudget(
  trx: Trx,
  { billing, mailBudget }: BudgetConfig,
  workspaceId: string,
  at: Date,
): Promise<InviteBudget> {
  await lockSettings(trx, workspaceId)
  return loadInviteBudget(trx, { billing, mailBudget }, workspaceId, at)
}

/** The same without a lock, to tell what would happen. */
export async function loadInviteBudget(
  trx: Trx,
  { billing, mailBudget }: BudgetConfig,
  workspaceId: string,
  at: Date,
): Promise<InviteBudget> {
  const team = await trx
    .selectFrom('workspaces')
    .select(['mail_domain', 'invites_per_day', 'manual_payments', 'paid_until'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const paid = billing === 'off' || team.manual_payments || (team.paid_until ?? at) > at
  const perDay = {
    own: team.invites_per_day ?? mailBudget.invites,
    other: team.invites_per_day ?? (paid ? mailBudget.invites : mailBudget.trialInvites),
  }
  const taken: DailyUsage = Array.from({ length: limits.invite_days_ahead }, () => ({
    own: 0,
    other: 0,
  }))
  const days = new Map(
    taken.map((used, day) => [utcDay(new Date(at.getTime() + day * dayMs)), used]),
  )
  const { rows } = await sql<{ day: string; own: number; other: number }>`
    select day, own_invites as own, other_invites as other from mail_budgets
      where workspace_id = ${workspaceId} and day >= ${utcDay(at)}::date`.execute(trx)
  for (const { day, own, other } of rows) Object.assign(days.get(day) ?? {}, { own, other })
  const domain =
    team.mail_domain !== null && !isPublicMailProvider(team.mail_domain) ? team.mail_domain : null
  return new InviteBudget(workspaceId, at, domain, perDay, taken)
}

/** Counts one notice of a team. Returns false when the team has sent as many as it may today. */
export async function claimNotificationQuota(
  trx: Trx,
  { mailBudget }: BudgetConfig,
  workspaceId: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_budgets as b (workspace_id, day, notices)
      values (${workspaceId}, ${utcDay(at)}, 1)
    on conflict (workspace_id, day) do update set notices = b.notices + 1
      where b.notices < ${mailBudget.notices} returning 1`.execute(trx)
  return rows.length > 0
}
