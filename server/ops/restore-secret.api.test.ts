import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupSecret, createRestoreTarget, dropRestoreTargets } from '#tests/support/backups.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { createBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const t = setupTestApp()
const databases: string[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-restore-secret-'))
})
afterAll(async () => {
  await dropRestoreTargets(databases)
  await rm(folder, { recursive: true, force: true })
})

test('a restore that is killed after its data has the secret as well', async () => {
  await makeTeam(t)
  const secretFile = join(folder, 'secret')
  const { ownerUrl, services } = t
  const source = { ownerUrl, storage: services.storage, secret: backupSecret, secretFile }
  await createBackup(source, join(folder, 'backup'))
  // Any command of the empty machine has made a secret of its own.
  await writeFile(secretFile, 'the-secret-of-the-empty-machine')
  const target = { ...(await createRestoreTarget(folder, databases, 'killed')), secretFile }
  const killed = restoreBackup(target, join(folder, 'backup'), (line) => {
    if (line.endsWith('rows are back.')) throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await readFile(secretFile, 'utf8')).toBe(backupSecret)
})
