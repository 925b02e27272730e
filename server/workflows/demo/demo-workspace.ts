import { dayMs } from '#contract/durations.ts'
import { findOrCreateAccounts } from '#server/modules/accounts/queries.ts'
import { insertRewards } from '#server/modules/rewards/queries.ts'
import { insertUser } from '#server/modules/users/queries.ts'
import { insertWorkspace } from '#server/workflows/sign-up/create-workspace.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { allPermissions } from './demo-actors.ts'
import { insertDemoAwards } from './demo-awards.ts'
import { insertDemoBonus } from './demo-bonus.ts'
import { insertDemoBudgets } from './demo-budgets.ts'
import { insertDemoCelebrations } from './demo-celebrations.ts'
import { insertDemoFinance } from './demo-finance.ts'
import { insertDemoNominations } from './demo-nominations.ts'
import { insertDemoOrganization } from './demo-organization.ts'
import { demoDays, demoTimezone, insertDemoPosts } from './demo-posts.ts'
import { insertDemoPurchases, insertDemoTeamReward } from './demo-purchases.ts'
import { demoPeople, demoRewards } from './demo-texts.ts'
import {
  accountExists,
  deleteInboxItemsBefore,
  deleteMails,
  hasAccounts,
  insertEndedSessions,
  listLastActions,
  lockDemoCreation,
  setPermissions,
  setPointsLimit,
} from './queries.ts'

const workspaceName = 'Juniper & Lane'
const adminEmail = 'admin@laurel.example'
const demoEmail = (firstName: string, index: number) =>
  `${
    firstName
      .normalize('NFD')
      .replaceAll(/[^a-zA-Z]/g, '')
      .toLowerCase() || `colleague${index}`
  }@laurel.example`

/** Returns a date in `year`, `ahead` days after `at`, so that the dates panel has entries. */
const anniversaryDay = (at: Date, ahead: number, year: number) =>
  `${year}${new Date(at.getTime() + ahead * dayMs).toISOString().slice(4, 10)}`.replace(
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
      birthday_visibility: 'everyone',
      hire_date: anniversaryDay(at, 3 + index * 17, 2010 + (index % 15)),
    })
  }
  await setPermissions(trx, workspaceId, ids[0] ?? '', allPermissions)
  return ids
}

async function insertDemoRewards(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  await insertRewards(
    trx,
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
        id: newId(at),
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
        created_at: at,
        deleted_at: null,
      }),
    ),
  )
}

/**
 * Creates the demo workspace in an empty database: 25 people in departments, 200 posts over 90
 * days, rewards, purchases, awards, nominations, a bonus, and finance. Returns how to sign in, also
 * after an earlier start; undefined in a database with other workspaces only.
 */
export async function seedDemoWorkspace(
  services: Services,
): Promise<{ workspace_name: string; admin_email: string } | undefined> {
  const { db, clock } = services
  const at = clock.now()
  const demo = { workspace_name: workspaceName, admin_email: adminEmail }
  // In this order: another process may create the demo workspace between the two reads.
  if (await hasAccounts(db.global))
    return (await accountExists(db.global, adminEmail)) ? demo : undefined
  const start = new Date(at.getTime() - (demoDays + 1) * dayMs)
  const workspaceId = newId(at)
  const team = await db.tenant(workspaceId, async (trx) => {
    // The lock lets one of several starting processes create the workspace.
    await lockDemoCreation(trx)
    if (await accountExists(trx, adminEmail)) return undefined
    const valueIds = await insertWorkspace(trx, {
      id: workspaceId,
      name: workspaceName,
      language: 'en',
      timezone: demoTimezone,
      at,
      demo: true,
    })
    await setPointsLimit(trx, workspaceId, 250)
    const peopleIds = await insertPeople(services, trx, workspaceId, start, at)
    await insertDemoOrganization(trx, workspaceId, peopleIds, start)
    await insertDemoPosts(trx, workspaceId, peopleIds, valueIds, at)
    await insertDemoRewards(trx, workspaceId, start)
    const [, budgetId] = await insertDemoBudgets(trx, workspaceId, peopleIds, at)
    await insertDemoCelebrations(
      trx,
      { id: workspaceId, name: workspaceName },
      { peopleIds, valueIds, budgetId },
      at,
    )
    return { workspaceId, peopleIds, valueIds }
  })
  if (team) {
    await insertDemoPurchases(services, workspaceId, team.peopleIds, at)
    await insertDemoTeamReward(services, workspaceId, team.peopleIds, at)
    await insertDemoAwards(services, team, at)
    await insertDemoNominations(services, team, at)
    await insertDemoBonus(services, team, at)
    await insertDemoFinance(services, team, at)
    // Backdated actions create mails and inbox items that are weeks late.
    await db.tenant(workspaceId, async (trx) => {
      await deleteMails(trx, workspaceId)
      await deleteInboxItemsBefore(trx, workspaceId, new Date(at.getTime() - 2 * dayMs))
      // The team list shows people as active when they were last in a session.
      await insertEndedSessions(trx, workspaceId, await listLastActions(trx, workspaceId))
    })
  }
  return demo
}
