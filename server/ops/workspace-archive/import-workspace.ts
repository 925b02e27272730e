import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { type ArchiveManifest, picturesFolder } from '#contract/workspace-archive/format.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { quoteIdentifier } from '#server/ops/backup.ts'
import { forEachConcurrent } from '#server/ops/backup-files.ts'
import { findLedgerViolations } from '#server/ledger/reconcile.ts'
import { rollupTables } from '#server/modules/reports/rollup-scan-queries.ts'
import { findDifferences, repairRollup } from '#server/modules/reports/rollup-queries.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { withAdmin } from '#server/platform/database/admin.ts'
import { kyselyOn } from '#server/platform/database/database.ts'
import { findNewestMigration } from '#server/platform/database/migrate.ts'
import { checkSharding } from '#server/platform/database/sharding.ts'
import { newId } from '#server/platform/ids.ts'
import { ArchiveError } from './archive-error.ts'
import { connectAccounts, skipRunningPeriods } from './connect-people.ts'
import { describeNouns } from './describe-nouns.ts'
import { type ArchiveTarget, copySettings } from './export-workspace.ts'
import { createStaging, insertNoun } from './import-rows.ts'
import { compareSums, sumLedger } from './ledger-sums.ts'
import { readPictures, type VerifiedArchive, verifyArchive } from './verify-archive.ts'

/** Advisory lock of a running import. */
const importLockKey = 1_281_455_475

export type ImportedWorkspace = {
  manifest: ArchiveManifest
  fingerprint: string
  workspaceId: string
  newAccounts: number
}

/** Stores the pictures of an archive. Adds their keys to `stored`. */
async function storePictures(
  storage: Storage,
  { folder, workspaceId }: { folder: string; workspaceId: string },
  stored: string[],
): Promise<void> {
  await forEachConcurrent(readPictures(folder), async ({ id, sha256, storageKey }) => {
    if (sha256 === null) return
    const key = `${workspaceId}/${storageKey}`
    stored.push(key)
    const bytes = await readFile(join(folder, picturesFolder, id))
    if (sha256Hex(bytes) !== sha256) throw new ArchiveError(`${picturesFolder}/${id} was changed`)
    await storage.put(key, bytes)
  })
}

/** Throws an ArchiveError when ledger or rollups are wrong, or when sums differ from the manifest. */
async function assertLedger(
  client: pg.Client,
  workspaceId: string,
  manifest: ArchiveManifest,
): Promise<void> {
  const [difference] = compareSums(manifest.ledger, await sumLedger(client, workspaceId))
  if (difference !== undefined)
    throw new ArchiveError(`the ledger differs from the manifest: ${difference}`)
  // This role sees the workspace of the transaction alone, so the checks read no other one.
  await client.query('set local role laurel_app')
  const [violation] = await findLedgerViolations(client)
  if (violation)
    throw new ArchiveError(`the ledger is not consistent: ${violation.what}: ${violation.id}`)
  const [wrong] = await findDifferences(kyselyOn(client), workspaceId)
  if (wrong)
    throw new ArchiveError(
      `the figures of reports are not consistent: ${wrong.table}: ${wrong.key}`,
    )
  await client.query('reset role')
}

/**
 * Updates the statistics of tables with many new rows, which the checks join. The planner knows
 * nothing of them otherwise.
 */
async function analyzeLarge(client: pg.Client, { nouns }: ArchiveManifest): Promise<void> {
  for (const { name, lines } of nouns)
    if (lines.rows > 10_000) await client.query(`analyze ${quoteIdentifier(name)}`)
}

/** Inserts all rows and checks them in the transaction of the connection. */
async function insertWorkspace(
  client: pg.Client,
  { folder, manifest }: VerifiedArchive,
  workspaceId: string,
  at: Date,
): Promise<number> {
  await client.query(`select set_config('laurel.workspace', $1, true)`, [workspaceId])
  await createStaging(client)
  const added = {
    workspaces: {
      trial_days: limits.trial_days,
      trial_ends_at: new Date(at.getTime() + limits.trial_days * dayMs),
    },
  }
  for (const [n, noun] of (await describeNouns(client)).entries()) {
    const file = manifest.nouns[n]?.lines
    if (file) await insertNoun(client, { folder, file, workspaceId }, noun, added)
  }
  await analyzeLarge(client, manifest)
  const newAccounts = await connectAccounts(client, workspaceId, at)
  await skipRunningPeriods(client, workspaceId, at)
  for (const table of rollupTables) await repairRollup(kyselyOn(client), workspaceId, table)
  await client.query('set constraints all immediate')
  await assertLedger(client, workspaceId, manifest)
  return newAccounts
}

/**
 * Throws an ArchiveError while another import runs: the second one would find the same id free and
 * remove the pictures of the first when it fails. The lock ends with the connection.
 */
async function lockImports(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_lock(${importLockKey}) as free`,
  )
  if (!rows[0]?.free) throw new ArchiveError('another import is running: wait until it has ended')
}

/** Returns the id of the archived workspace, or a new one when this installation has it already. */
async function chooseId(client: pg.Client, id: string, at: Date): Promise<string> {
  const { rowCount } = await client.query('select 1 from workspaces where id = $1', [id])
  return rowCount ? newId(at) : id
}

/**
 * Verifies an archive and imports it as one transaction while the server runs: the workspace is
 * visible completely or not at all. Throws an ArchiveError that says what is wrong.
 */
export async function importWorkspace(
  target: ArchiveTarget,
  from: string,
  { signedBy, at = new Date() }: { signedBy?: string | undefined; at?: Date } = {},
): Promise<ImportedWorkspace> {
  const folder = resolve(from)
  if ((await checkSharding(target.ownerUrl)).isSharded)
    throw new ArchiveError('a sharded database cannot import a workspace')
  return withAdmin(target.ownerUrl, async (client) => {
    await client.query(copySettings)
    await client.query(`set application_name = 'laurel import-workspace'`)
    await lockImports(client)
    const nouns = await describeNouns(client)
    const installation = { schema: await findNewestMigration(), nouns }
    const archive = await verifyArchive(folder, installation, signedBy)
    const workspaceId = await chooseId(client, archive.manifest.workspace.id, at)
    const stored: string[] = []
    let isCommitting = false
    try {
      // Before the transaction (decision 041). The nightly cleanup removes those of a killed import.
      await storePictures(target.storage, { folder, workspaceId }, stored)
      await client.query('begin')
      const newAccounts = await insertWorkspace(client, archive, workspaceId, at)
      isCommitting = true
      await client.query('commit')
      return { ...archive, workspaceId, newAccounts }
    } catch (error) {
      await client.query('rollback').catch(() => {})
      // A commit without an answer may have succeeded. The nightly cleanup looks for the rows.
      if (!isCommitting) for (const key of stored) await target.storage.remove(key).catch(() => {})
      throw error
    }
  })
}
