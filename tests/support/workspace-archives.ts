import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveManifest } from '#contract/workspace-archive/format.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import type { ArchiveTarget } from '#server/ops/workspace-archive/export-workspace.ts'
import { signManifest } from '#server/ops/workspace-archive/signature.ts'
import { withClient } from '#tests/support/database.ts'
import { requestSignInCode } from '#tests/support/sign-in-codes.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Returns what the commands use of an installation. */
export const archiveTarget = ({ ownerUrl, services }: TestApp): ArchiveTarget => ({
  ownerUrl,
  storage: services.storage,
  secret: services.config.secret,
})

/** Returns the content of each file of an archive except its manifest and signature. */
export async function readArchive(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('manifest.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(join(folder, file))
        return [file, file.endsWith('.jsonl') ? bytes.toString('utf8') : sha256Hex(bytes)]
      }),
    ),
  ) as Promise<Record<string, string>>
}

/** Returns a file of an archive as rows. */
export const readNoun = async (folder: string, name: string) =>
  (await readFile(join(folder, `${name}.jsonl`), 'utf8'))
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Signs in with a mailed code. Returns the token of the session in a workspace. */
export async function signIn(t: TestApp, email: string, workspaceId: string): Promise<string> {
  const { body } = await t.call('auth.verify_code', { body: await requestSignInCode(t, email) })
  const session = await t.call('auth.create_session', {
    token: body.access_token,
    body: { workspace_id: workspaceId },
  })
  return session.body.access_token
}

/** Throws unless ledger and reports are consistent. */
export async function checkFigures(t: TestApp): Promise<void> {
  await t.checkLedger()
  const db = connectDatabase({ url: t.ownerUrl, maxConnections: 2 })
  try {
    await reconcileReports(db, {
      rebuild: false,
      onDifference: (found) => {
        throw new Error(JSON.stringify(found))
      },
    })
  } finally {
    await db.close()
  }
}

/** Returns the number of rows of each table with rows, except those that every start changes. */
export const countRows = ({ ownerUrl }: TestApp) =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class where relkind = 'r'
        and relnamespace = 'public'::regnamespace order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows) {
      const found = await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
      if (found.rows[0]?.n) counts[name] = found.rows[0].n
    }
    return counts
  })

/** Writes the hashes of all files to the manifest and signs it again, as a forger can. */
export async function resignArchive(
  folder: string,
  secret: string,
  change: (manifest: ArchiveManifest) => void = () => {},
): Promise<void> {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as ArchiveManifest
  for (const file of manifest.nouns.flatMap(({ lines, schema }) => [lines, schema])) {
    const bytes = await readFile(join(folder, file.file))
    file.bytes = bytes.length
    file.sha256 = sha256Hex(bytes)
    file.rows = bytes.toString('utf8').split('\n').length - 1
  }
  change(manifest)
  const bytes = Buffer.from(JSON.stringify(manifest))
  await writeFile(path, bytes)
  await writeFile(join(folder, 'manifest.jws'), await signManifest(secret, bytes))
}
