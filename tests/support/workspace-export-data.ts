import type { WorkspaceExport } from '#contract/schemas/workspace-exports.ts'
import { exampleTime, makePerson, nextId } from './web-data.ts'

/** Returns an archive of a team that can be downloaded. */
export const makeWorkspaceExportData = (
  fields: Partial<WorkspaceExport> = {},
): WorkspaceExport => ({
  id: nextId(),
  state: 'finished',
  progress: 100,
  code: null,
  rows: 540_312,
  pictures: 1_204,
  bytes: 152_400_000,
  fingerprint: 'a051535032c7dd5da139f0d85bc59103cbe3f77db485a69c3dd24b725e2f5a24',
  open_gift_cards: 0,
  requested_by: makePerson({ name: 'Ida Holm' }),
  created_at: exampleTime,
  finished_at: exampleTime,
  expires_at: '2026-03-11T10:00:00.000Z',
  ...fields,
})

/** Returns an archive that is being built. */
export const makeRunningExport = (fields: Partial<WorkspaceExport> = {}): WorkspaceExport =>
  makeWorkspaceExportData({
    state: 'in_progress',
    progress: 45,
    rows: 0,
    pictures: 0,
    bytes: 0,
    fingerprint: '',
    finished_at: null,
    expires_at: null,
    ...fields,
  })
