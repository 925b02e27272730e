import { type EntryRow, listEntries } from '#server/modules/balances/queries.ts'
import { findPersonalAddress } from '#server/modules/personal-addresses/address.ts'
import { isConfined } from '#server/modules/presence/service.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  type ExportedRow,
  type ExportPage,
  type ExportSubject,
  findAccountForExport,
  listAddressChanges,
  listAuditedActions,
  listContributionsForExport,
  listGivenPosts,
  listLikes,
  listMails,
  listReactionsByPost,
  listReceivedPosts,
  listConnectedApplications,
  listSessionsForExport,
  listWrittenComments,
} from './queries.ts'
import { listBonuses } from './bonus-queries.ts'
import { listPayrollLines } from './payroll-queries.ts'
import { listAwardDecisions, listGivenAwards, listReceivedAwards } from './award-queries.ts'
import { findProfileForExport } from './profile-queries.ts'

const pageRows = 500
const zeroUuid = '00000000-0000-0000-0000-000000000000'

/** Lists of unlimited length, read page by page. */
const listReaders: Record<
  string,
  (trx: Trx, subject: ExportSubject, page: ExportPage) => Promise<ExportedRow[]>
> = {
  posts_given: listGivenPosts,
  posts_received: listReceivedPosts,
  comments: listWrittenComments,
  reactions: listReactionsByPost,
  likes: listLikes,
  purchases: listContributionsForExport,
  awards_given: listGivenAwards,
  awards_received: listReceivedAwards,
  award_decisions: listAwardDecisions,
  bonuses: listBonuses,
  payroll_lines: listPayrollLines,
  mails: listMails,
  acts: listAuditedActions,
}

/** Returns the latest sessions, connected applications and changes of address of the account. */
async function listAccountHistory(services: Services, actor: Actor) {
  const { db } = services
  const { workspace_id: workspaceId, account_id: accountId } = actor
  // A session started by an invite link must not see the account's other teams.
  const confined = await isConfined(services, actor)
  const scope = { workspaceId: confined ? workspaceId : undefined, limit: pageRows }
  const sessions = await listSessionsForExport(db.global, accountId, scope)
  const applications = await listConnectedApplications(db.global, accountId, scope)
  const addressChanges = confined ? [] : await listAddressChanges(db.global, accountId, pageRows)
  return { sessions, connected_applications: applications, address_changes: addressChanges }
}

/** Returns the member's record, the account's settings, and the picture as a data URL. */
async function loadPersonalRecord(services: Services, actor: Actor) {
  const { config, db, storage } = services
  const { workspace_id: workspaceId, user_id: userId, account_id: accountId } = actor
  const record = await db.readSnapshot(workspaceId, async (trx) => ({
    ...(await findProfileForExport(trx, actor)),
    personalAddress: await findPersonalAddress(trx, config, workspaceId, userId),
  }))
  const picture = record.storage_key
    ? await storage.get(`${workspaceId}/${record.storage_key}`)
    : null
  return {
    email: record.profile.email,
    parts: {
      profile: { ...record.profile, personal_address: record.personalAddress },
      picture: picture ? `data:image/webp;base64,${picture.toString('base64')}` : null,
      account: await findAccountForExport(db.global, accountId),
      ...(await listAccountHistory(services, actor)),
    },
  }
}

/**
 * Yields a list as JSON. Each page has its own transaction, so a slow reader holds no lock and
 * memory stays bounded.
 */
async function* streamJsonArray<T>(
  page: (last: T | undefined) => Promise<T[]>,
  serialize: (row: T) => unknown,
): AsyncGenerator<string> {
  let last: T | undefined
  yield '['
  for (let comma = ''; ;) {
    const rows = await page(last)
    if (rows.length) yield comma + rows.map((row) => JSON.stringify(serialize(row))).join(',\n')
    last = rows.at(-1)
    if (rows.length < pageRows) break
    comma = ',\n'
  }
  yield ']'
}

/**
 * Yields the personal data of the actor as one JSON object: record, posts, purchases, mails and
 * actions. Colleagues appear with their names in the team.
 */
export async function* exportPersonalData(
  services: Services,
  actor: Actor,
  at: Date,
): AsyncGenerator<string> {
  const { db } = services
  const { workspace_id: workspaceId, user_id: userId } = actor
  const { email, parts } = await loadPersonalRecord(services, actor)
  yield `{"exported_at": ${JSON.stringify(at)}`
  for (const [name, part] of Object.entries(parts)) yield `,\n"${name}": ${JSON.stringify(part)}`
  for (const [name, read] of Object.entries(listReaders)) {
    yield `,\n"${name}": `
    yield* streamJsonArray<ExportedRow>(
      (last) =>
        db.readSnapshot(workspaceId, async (trx) => {
          const rows = await read(
            trx,
            { workspace_id: workspaceId, user_id: userId, email },
            { after: last?.id ?? zeroUuid, limit: pageRows },
          )
          const people = await loadPeople(
            trx,
            workspaceId,
            rows.flatMap((row) => row.who ?? []),
          )
          return rows.map((row) =>
            row.who ? { ...row, who: row.who.map((id) => people.get(id)?.name ?? '') } : row,
          )
        }),
      (row) => row,
    )
  }
  yield ',\n"balance_sheet": '
  yield* streamJsonArray<EntryRow>(
    (last) =>
      db.readSnapshot(workspaceId, (trx) =>
        listEntries(trx, workspaceId, userId, {
          before: last?.sequence,
          limit: pageRows,
          publicOnly: false,
        }),
      ),
    ({ type, amount, balance_after: balanceAfter, created_at: createdAt, comment, title }) => ({
      type,
      amount,
      balance_after: balanceAfter,
      created_at: createdAt,
      comment,
      title,
    }),
  )
  yield '}\n'
}
