import { sql } from 'kysely'
import { findOrCreateAccounts } from '#server/modules/accounts/queries.ts'
import { declineByAdmin, fulfilByAdmin, redeemReward } from '#server/modules/purchases/service.ts'
import { insertUser } from '#server/modules/users/queries.ts'
import { insertWorkspace } from '#server/workflows/sign-up/create-workspace.ts'
import { reactionNames } from '#contract/reactions.ts'
import { listAbilities, type Permissions } from '#contract/permissions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { createRandom, insertBackdatedReplies, insertBackdatedPost } from './backdated-posts.ts'
import {
  addOnTexts,
  commentTexts,
  closingTexts,
  demoPeople,
  demoRewards,
  recognitionTexts,
  teamRewardText,
} from './demo-texts.ts'

const workspaceName = 'Juniper & Lane'
const timezone = 'UTC'
const adminEmail = 'admin@laurel.example'
const postsCount = 200
const days = 90
const day = 86_400_000
const allPermissions: Permissions = {
  global_administrator: true,
  account_administrator: true,
  rewards_administrator: true,
  billing_administrator: true,
}
const noPermissions: Permissions = {
  global_administrator: false,
  account_administrator: false,
  rewards_administrator: false,
  billing_administrator: false,
}

/** Somebody as a request of theirs would come in. */
const createActor = (workspaceId: string, userId: string, permissions: Permissions): Actor => ({
  session_id: '',
  account_id: '',
  kind: 'session',
  scopes: [],
  workspace_id: workspaceId,
  user_id: userId,
  permissions,
  abilities: new Set(listAbilities(permissions)),
  limit_period: 'month',
  timezone,
  language: 'en',
  billing_active: true,
  switches: { comments: true, reactions: true, add_ons: true },
})

const demoEmail = (first: string, index: number) =>
  `${
    first
      .normalize('NFD')
      .replaceAll(/[^a-zA-Z]/g, '')
      .toLowerCase() || `colleague${index}`
  }@laurel.example`

/**
 * A day of another year, some days ahead of `at`: so that the panel of dates has something to tell.
 */
const anniversaryDay = (at: Date, ahead: number, year: number) =>
  `${year}${new Date(at.getTime() + ahead * day).toISOString().slice(4, 10)}`.replace(
    '-02-29',
    '-02-28',
  )

async function insertPeople(
  services: Services,
  trx: Trx,
  workspaceId: string,
  start: Date,
  at: Date,
): Promise<string[]> {
  const ids: string[] = []
  const emails = demoPeople.map(([firstName], index) =>
    index === 0 ? adminEmail : demoEmail(firstName, index),
  )
  const accounts = await findOrCreateAccounts(services.db.global, emails, start)
  for (const [index, [firstName, lastName, jobTitle]] of demoPeople.entries()) {
    const email = emails[index] ?? ''
    const id = newId(start)
    ids.push(id)
    await insertUser(trx, {
      workspace_id: workspaceId,
      id,
      account_id: accounts.get(email) ?? null,
      email,
      first_name: firstName,
      last_name: lastName,
      job_title: jobTitle,
      state: 'accepted',
      at: start,
      birth_date: anniversaryDay(at, index * 13, 1970 + index),
      hire_date: anniversaryDay(at, 3 + index * 17, 2010 + (index % 15)),
    })
  }
  await trx
    .updateTable('permissions')
    .set(allPermissions)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', ids[0] ?? '')
    .execute()
  return ids
}

async function insertPosts(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  valueIds: string[],
  at: Date,
): Promise<void> {
  const roll = createRandom(20_260_101)
  const made: CreatedPost[] = []
  for (let n = 0; n < postsCount; n += 1) {
    const back = ((postsCount - n) / postsCount) ** 1.3 * days * day - roll(4 * 3_600_000)
    const when = new Date(at.getTime() - Math.max(back, 600_000 * (postsCount - n) * 0.2))
    // Each has the word in turn, so that nobody runs out of points in any month.
    const from = (n * 7 + roll(3)) % ids.length
    const to = new Set<number>()
    const want = roll(5) === 0 ? 2 + roll(2) : 1
    // Some people are thanked more often than others, as in life.
    while (to.size < want)
      to.add(
        (from + 1 + Math.floor((roll(ids.length - 1) * roll(ids.length - 1)) / (ids.length - 1))) %
          ids.length,
      )
    to.delete(from)
    const [text, value] = recognitionTexts[(n * 7 + roll(3)) % recognitionTexts.length] ?? [
      'Thank you!',
      0,
    ]
    const id = await insertBackdatedPost(trx, {
      workspace_id: workspaceId,
      from: ids[from] ?? '',
      to: [...to].map((one) => ids[one] ?? ''),
      value_id: valueIds[value] ?? '',
      score: [5, 5, 10, 10, 10, 15, 20, 25][roll(8)] ?? 10,
      description: text + (closingTexts[roll(closingTexts.length)] ?? ''),
      private: roll(14) === 0,
      demo: false,
      at: when,
      timezone,
    })
    made.push({
      id,
      from: ids[from] ?? '',
      to: [...to].map((one) => ids[one] ?? ''),
      value_id: valueIds[value] ?? '',
      when,
    })
    const likes = roll(7)
    const fans = [...new Set(Array.from({ length: likes }, () => ids[roll(ids.length)] ?? ''))]
    if (fans.length) {
      await trx
        .insertInto('likes')
        .values(
          fans.map((userId) => ({
            workspace_id: workspaceId,
            post_id: id,
            user_id: userId,
            created_at: when,
          })),
        )
        .execute()
      await trx
        .updateTable('posts')
        .set({ like_count: fans.length })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
    }
  }
  await insertReplies(trx, workspaceId, ids, made, at)
}

type CreatedPost = { id: string; from: string; to: string[]; value_id: string; when: Date }
const answeredCount = 80

/**
 * What was said under the newest posts, what they were answered with, and points that colleagues
 * added.
 */
async function insertReplies(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  made: CreatedPost[],
  at: Date,
): Promise<void> {
  const roll = createRandom(20_260_102)
  const soon = (when: Date, hours: number) =>
    new Date(Math.min(when.getTime() + roll(hours * 60) * 60_000 + 60_000, at.getTime() - 60_000))
  const newest = made.slice(-answeredCount)
  for (const { id, to, when } of newest) {
    const crowd = new Set(Array.from({ length: roll(6) }, () => roll(ids.length)))
    const comments = Array.from({ length: [0, 0, 1, 1, 2, 3][roll(6)] ?? 0 }, () =>
      roll(ids.length),
    )
      .filter((one, index, all) => all.indexOf(one) === index)
      .map((one) => ({
        user_id: ids[one] ?? '',
        text: to.includes(ids[one] ?? '')
          ? 'Thank you!'
          : (commentTexts[roll(commentTexts.length)] ?? ''),
        at: soon(when, 30),
      }))
    await insertBackdatedReplies(trx, {
      workspace_id: workspaceId,
      post_id: id,
      comments,
      at: soon(when, 20),
      reactions: [...crowd].map((one) => ({
        user_id: ids[one] ?? '',
        reaction: reactionNames[roll(reactionNames.length)] ?? 'clap',
      })),
    })
  }
  for (const [index, description] of addOnTexts.entries()) {
    const post = newest.at(-3 - index * 8)
    const from =
      post &&
      ids.find(
        (one, position) => position > index * 5 && one !== post.from && !post.to.includes(one),
      )
    if (from)
      await insertBackdatedPost(trx, {
        workspace_id: workspaceId,
        parent_id: post.id,
        from,
        to: [],
        value_id: post.value_id,
        score: 5,
        description,
        demo: false,
        at: soon(post.when, 10),
        timezone,
      })
  }
}

/**
 * Redemptions of the last weeks: fulfilled, declined, and a few that wait for the administrator.
 */
async function insertPurchases(
  services: Services,
  workspaceId: string,
  ids: string[],
  at: Date,
): Promise<void> {
  const administrator = createActor(workspaceId, ids[0] ?? '', allPermissions)
  const shop = await services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('rewards')
      .select(['id', 'price', 'comment_required'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('price')
      .execute(),
  )
  const wallets = await services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('wallets')
      .select(['user_id', 'balance'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('balance', 'desc')
      .execute(),
  )
  for (const [index, wallet] of wallets.slice(0, 12).entries()) {
    const reward = shop.filter((one) => one.price <= wallet.balance).at(-1 - (index % 3))
    if (!reward) continue
    const when = new Date(at.getTime() - (12 - index) * 2 * day)
    const call = { workspace_id: workspaceId, key: null, hash: Buffer.alloc(0), at: when }
    const buyer = createActor(workspaceId, wallet.user_id, noPermissions)
    const purchase = await redeemReward(
      services,
      buyer,
      reward.id,
      { comment: reward.comment_required ? 'Size M, please, or the one you would choose.' : '' },
      { ...call, user_id: wallet.user_id },
    )
    const later = { ...call, user_id: administrator.user_id, at: new Date(when.getTime() + day) }
    if (index % 4 === 1)
      await declineByAdmin(
        services,
        administrator,
        purchase.id,
        'Sold out this month, sorry. Your points are back.',
        later,
      )
    else if (index < 8) await fulfilByAdmin(services, administrator, purchase.id, false, later)
  }
}

/** A team reward that has been filling up for some days, by people who still have points. */
async function insertTeamReward(
  services: Services,
  workspaceId: string,
  ids: string[],
  at: Date,
): Promise<void> {
  const start = new Date(at.getTime() - 5 * day)
  const { words, ...reward } = teamRewardText
  const rewardId = newId(start)
  const wallets = await services.db.tenant(workspaceId, async (trx) => {
    await trx
      .insertInto('rewards')
      .values({
        workspace_id: workspaceId,
        id: rewardId,
        ...reward,
        category: 'group_activities',
        picture_file_id: null,
        available_amount: null,
        type: 'manual',
        reward_type: 'team',
        country: null,
        gift_card_value: null,
        deadline: new Date(at.getTime() + 24 * day).toISOString().slice(0, 10),
        created_at: start,
        deleted_at: null,
      })
      .execute()
    return trx
      .selectFrom('wallets')
      .select(['user_id', 'balance'])
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '<>', ids[0] ?? '')
      .where('balance', '>=', 30)
      .orderBy('balance')
      .limit(words.length)
      .execute()
  })
  for (const [index, { user_id: userId }] of wallets.entries()) {
    const when = new Date(start.getTime() + index * day)
    await redeemReward(
      services,
      createActor(workspaceId, userId, noPermissions),
      rewardId,
      { amount: 15 + 5 * index, comment: words[index] ?? '' },
      { workspace_id: workspaceId, user_id: userId, key: null, hash: Buffer.alloc(0), at: when },
    )
  }
}

/** Nobody needs to be told today of thanks that were months ago. */
async function deleteQueuedMails({ db }: Services, workspaceId: string): Promise<void> {
  await db.tenant(workspaceId, (trx) =>
    trx.deleteFrom('outbox').where('workspace_id', '=', workspaceId).execute(),
  )
}

/**
 * On an empty database: a workspace of 25 people, 200 posts over 90 days, rewards and purchases.
 * Answers how to enter, also when it was made by an earlier start; undefined when the database has
 * other workspaces alone.
 */
export async function seedDemoWorkspace(
  services: Services,
): Promise<{ workspace_name: string; admin_email: string } | undefined> {
  const { db, clock } = services
  const at = clock.now()
  const known = await db.global
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', adminEmail)
    .executeTakeFirst()
  if (known) return { workspace_name: workspaceName, admin_email: adminEmail }
  const any = await db.global.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  if (any) return undefined
  const start = new Date(at.getTime() - (days + 1) * day)
  const workspaceId = newId(at)
  const ids = await db.tenant(workspaceId, async (trx) => {
    // Two processes on one empty database make one demonstration.
    await sql`select pg_advisory_xact_lock(4242)`.execute(trx)
    if (
      await trx
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', adminEmail)
        .executeTakeFirst()
    )
      return []
    const valueIds = await insertWorkspace(trx, {
      id: workspaceId,
      name: workspaceName,
      language: 'en',
      timezone,
      at,
      demo: true,
    })
    await trx
      .updateTable('settings')
      .set({ points_limit: 250 })
      .where('workspace_id', '=', workspaceId)
      .execute()
    const peopleIds = await insertPeople(services, trx, workspaceId, start, at)
    await insertPosts(trx, workspaceId, peopleIds, valueIds, at)
    await trx
      .insertInto('rewards')
      .values(
        demoRewards.map(
          ([
            emoji,
            title,
            description,
            price,
            category,
            availableAmount,
            oneTime,
            commentRequired,
          ]) => ({
            workspace_id: workspaceId,
            id: newId(start),
            title,
            description,
            price,
            category,
            emoji,
            picture_file_id: null,
            one_time: oneTime,
            comment_required: commentRequired,
            available_amount: availableAmount,
            type: 'manual' as const,
            reward_type: 'individual' as const,
            country: null,
            gift_card_value: null,
            deadline: null,
            created_at: start,
            deleted_at: null,
          }),
        ),
      )
      .execute()
    return peopleIds
  })
  if (ids.length) {
    await insertPurchases(services, workspaceId, ids, at)
    await insertTeamReward(services, workspaceId, ids, at)
    await deleteQueuedMails(services, workspaceId)
  }
  return { workspace_name: workspaceName, admin_email: adminEmail }
}
