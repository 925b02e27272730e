import { adjust } from '#server/ledger/adjust.ts'
import { recognize } from '#server/ledger/recognition.ts'
import { enqueueWebhookEvents } from '#server/modules/outbox/webhook-event-queries.ts'
import { postEffects } from '#server/modules/posts/create-post.ts'
import { TOTP } from 'otpauth'
import type { Permissions } from '#contract/permissions.ts'
import { newId, hashToken } from '#server/platform/ids.ts'
import { toLocalDay, findPeriod } from '#server/platform/periods.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import type { TestApp } from './test-app.ts'

let count = 0
export const allPermissions: Permissions = {
  global_administrator: true,
  account_administrator: true,
  rewards_administrator: true,
  billing_administrator: true,
}

export type Member = {
  workspace_id: string
  user_id: string
  account_id: string
  email: string
  token: string
}
export type Team = { workspace_id: string; value_id: string; other_value_id: string; admin: Member }

/** Creates a member with a session. Without `permissions` it is an ordinary member. */
export async function makeMember(
  t: TestApp,
  workspaceId: string,
  input: {
    permissions?: Partial<Permissions>
    first_name?: string
    last_name?: string
    state?: 'pending' | 'accepted' | 'deactivated'
    email?: string
  } = {},
): Promise<Member> {
  const at = t.clock.now()
  const n = (count += 1)
  const email = input.email ?? `person${n}@example.test`
  const accountId = newId(at)
  const userId = newId(at)
  await t.services.db.global
    .insertInto('accounts')
    .values({ id: accountId, email, google_sub: null, language: null, created_at: at })
    .execute()
  await t.services.db.tenant(workspaceId, async (trx) => {
    await trx
      .insertInto('users')
      .values({
        workspace_id: workspaceId,
        id: userId,
        account_id: accountId,
        email,
        first_name: input.first_name ?? `First${n}`,
        last_name: input.last_name ?? `Last${n}`,
        state: input.state ?? 'accepted',
        birth_date: null,
        hire_date: null,
        language: null,
        avatar_file_id: null,
        points_limit: null,
        points_limit_per_post: null,
        checklist_dismissed_at: null,
        invited_by: null,
        invited_at: null,
        accepted_at: input.state === 'pending' ? null : at,
        created_at: at,
        deleted_at: null,
      })
      .execute()
    if (input.permissions) {
      await trx
        .updateTable('permissions')
        .set(input.permissions)
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .execute()
    }
    if ((input.state ?? 'accepted') === 'accepted')
      await enqueueWebhookEvents(trx, {
        workspaceId,
        event: 'user.joined',
        subjectIds: [userId],
        at,
      })
  })
  const token = await startSession(t.services.db.global, at, {
    account_id: accountId,
    kind: 'session',
    workspace_id: workspaceId,
    user_id: userId,
  })
  return { workspace_id: workspaceId, user_id: userId, account_id: accountId, email, token }
}

/**
 * Creates a workspace in its trial without demo data: two values, 100 points a month, one
 * administrator with every permission.
 */
export async function makeTeam(
  t: TestApp,
  input: { limit?: number | null; limit_per_post?: number | null; timezone?: string } = {},
): Promise<Team> {
  const at = t.clock.now()
  const [workspaceId, valueId, otherValueId] = [newId(at), newId(at), newId(at)]
  await t.services.db.tenant(workspaceId, async (trx) => {
    await trx
      .insertInto('workspaces')
      .values({
        id: workspaceId,
        name: `Team ${(count += 1)}`,
        logo_file_id: null,
        trial_ends_at: new Date(at.getTime() + 30 * 86_400_000),
        paid_until: null,
        validated_at: null,
        discount_claimed_at: null,
        created_at: at,
        deleted_at: null,
      })
      .execute()
    await trx
      .insertInto('settings')
      .values({
        workspace_id: workspaceId,
        timezone: input.timezone ?? 'UTC',
        points_limit: input.limit === undefined ? 100 : input.limit,
        points_limit_per_post: input.limit_per_post ?? null,
      })
      .execute()
    await trx
      .insertInto('values')
      .values([
        {
          workspace_id: workspaceId,
          id: valueId,
          name: 'Teamwork',
          color: '#3B7DD8',
          emoji: '🤝',
          tag: 'teamwork',
          keywords: ['together', 'help'],
          is_default: true,
          created_at: at,
          retired_at: null,
        },
        {
          workspace_id: workspaceId,
          id: otherValueId,
          name: 'Craft',
          color: '#8A5CD1',
          emoji: '🛠️',
          tag: 'craft',
          keywords: ['quality'],
          created_at: at,
          retired_at: null,
        },
      ])
      .execute()
  })
  return {
    workspace_id: workspaceId,
    value_id: valueId,
    other_value_id: otherValueId,
    admin: await makeMember(t, workspaceId, { permissions: allPermissions }),
  }
}

/** Creates a post at the time of the clock. Returns its id. */
export async function makePost(
  t: TestApp,
  from: Member,
  to: Member[],
  valueId: string,
  score = 10,
  input: { private?: boolean; description?: string } = {},
): Promise<string> {
  const at = t.clock.now()
  const id = newId(at)
  const recognition = {
    workspaceId: from.workspace_id,
    postId: id,
    senderId: from.user_id,
    recipientIds: to.map((one) => one.user_id),
    valueId,
    points: score,
    description: input.description ?? 'Thank you for your help',
    isPrivate: input.private ?? false,
    at,
    periodStart: findPeriod(at, 'month', 'UTC').start,
    day: toLocalDay(at, 'UTC'),
  }
  await recognize(t.services.db, recognition, postEffects)
  return id
}

/** Creates a team reward. Returns its id. */
export async function makeTeamReward(
  t: TestApp,
  team: Team,
  input: {
    price?: number
    available_amount?: number | null
    deadline?: string
    one_time?: boolean
    comment_required?: boolean
  } = {},
): Promise<string> {
  const at = t.clock.now()
  const id = newId(at)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('rewards')
      .values({
        workspace_id: team.workspace_id,
        id,
        title: 'Team lunch',
        price: input.price ?? 100,
        category: 'group_activities',
        emoji: '🍕',
        picture_file_id: null,
        type: 'manual',
        reward_type: 'team',
        one_time: input.one_time ?? false,
        comment_required: input.comment_required ?? false,
        available_amount: input.available_amount ?? null,
        country: null,
        gift_card_value: null,
        deadline: input.deadline ?? null,
        created_at: at,
        deleted_at: null,
      })
      .execute(),
  )
  return id
}

/** Gives a member a balance by a ledger adjustment, as an administrator would. */
export async function addBalance(t: TestApp, to: Member, amount: number): Promise<void> {
  const at = t.clock.now()
  await t.services.db.tenant(to.workspace_id, (trx) =>
    adjust(trx, {
      workspaceId: to.workspace_id,
      userId: to.user_id,
      points: amount,
      actorId: null,
      at,
      comment: 'test',
    }),
  )
}
export const getBalance = async (t: TestApp, member: Member) =>
  (await t.call('coins.list', { token: member.token, params: { id: member.user_id } })).body.balance

/** Returns the code of an authenticator app at a given time. */
export const totpCode = (secret: string, at: Date) =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() })
/**
 * Adds an authenticator app to an account through the API. This consumes the code of the current
 * time step.
 */
export async function makeSecondFactor(
  t: TestApp,
  { token }: Member,
): Promise<{ secret: string; recovery_codes: string[] }> {
  await markPresent(t, { token })
  const {
    body: { secret },
  } = await t.call('second_factor.start', { token })
  const { body } = await t.call('second_factor.confirm', {
    token,
    body: { code: totpCode(secret, t.clock.now()) },
  })
  return { secret, recovery_codes: body.recovery_codes }
}

/**
 * Marks the session as having a recent proof of presence. The proof itself:
 * server/modules/presence.
 */
export async function markPresent(t: TestApp, { token }: Pick<Member, 'token'>): Promise<void> {
  await t.services.db.global
    .updateTable('sessions')
    .set({ proven_at: t.clock.now() })
    .where('token_hash', '=', hashToken(token))
    .execute()
}
/**
 * Returns the token of an invite link. It is in the fragment, which browsers never send to servers.
 */
export const inviteTokenOf = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
