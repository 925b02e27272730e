import { expect, test } from 'vitest'
import { makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  editListRow,
  listReviewedRows,
  loadListImport,
  previewListImport,
  runImportNow,
  startListImport,
} from '#tests/support/user-imports.ts'

const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))

test('two spellings of one address are the same person of a list', async () => {
  const team = await makeTeam(t)
  const list = [
    'Email,Title,Manager',
    'ada@bücher.example,Writer,Jose\u0301@xn--bcher-kva.example',
    'ada@xn--bcher-kva.example,Editor,',
    'jose\u0301@bücher.example,Editor,',
    'josé@bücher.example,Editor,',
  ]
  const { id } = await createListImport(t, team, list.join('\n'))
  const { body } = await previewListImport(t, team, id, ['email', 'job_title', 'manager'])
  expect(body.counts).toMatchObject({ invite: 2, refused: 2, warned: 0 })
  await editListRow(t, team, id, { line: 3, field: 'job_title', value: 'Chief editor' })
  expect(await listReviewedRows(t, team, id)).toEqual([
    [3, 'ada@bücher.example', 'refused', 'not_unique'],
    [5, 'josé@bücher.example', 'refused', 'not_unique'],
    [2, 'ada@bücher.example', 'invite'],
    [4, 'josé@bücher.example', 'invite'],
  ])
  await startListImport(t, team, id, { invitations: { when: 'later' } })
  expect(await runImportNow(t, team, id)).toBe(true)
  expect(await loadListImport(t, team, id)).toMatchObject({ invited: 2, refused: 2 })
})
