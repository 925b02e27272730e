import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { WorkspaceExport } from '#contract/schemas/workspace-exports.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, refuse, renderApp } from '#tests/support/render.tsx'
import { makeRunningExport, makeWorkspaceExportData } from '#tests/support/workspace-export-data.ts'

const renderDangerZone = (exports: WorkspaceExport[], api: Handlers = {}) =>
  renderApp('/settings/danger', {
    api: {
      'presence.get': () => ({
        method: 'code',
        proven_until: null,
        confined: false,
        danger_zone_from: null,
      }),
      'workspace_exports.list': () => exports,
      ...api,
    },
  })
const createButton = () => screen.findByRole('button', { name: 'Create an archive' })

test('an archive is requested, and its progress is shown', async () => {
  let exports: WorkspaceExport[] = []
  const running = makeRunningExport()
  const { user } = await renderDangerZone([], {
    'workspace_exports.list': () => exports,
    'workspace_exports.create': () => {
      exports = [running]
      return running
    },
  })
  await user.click(await createButton())
  const progress = await screen.findByRole('progressbar', { name: 'Building the archive' })
  expect(progress.getAttribute('aria-valuenow')).toBe('45')
  expect((await createButton()).hasAttribute('disabled')).toBe(true)
})

test('a finished archive says its size and its end, and is downloaded', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const archive = makeWorkspaceExportData()
  const url = 'http://localhost/exports/ticket.zip'
  const { user } = await renderDangerZone([archive], {
    'workspace_exports.link': () => ({ url, expires_at: archive.created_at }),
  })
  const download = await screen.findByRole('button', { name: 'Download' })
  const row = within(download.closest('li') ?? document.body)
  expect(row.getByText('152 MB · 540,312 records · 1,204 pictures')).toBeTruthy()
  expect(row.getByText(/Available until Mar 11, 2026/)).toBeTruthy()
  await user.click(download)
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url))
  expect(callsTo('workspace_exports.link')).toMatchObject([{ params: { id: archive.id } }])
  assign.mockRestore()
})

test('an archive is deleted after a question', async () => {
  let exports = [makeWorkspaceExportData()]
  const { user } = await renderDangerZone([], {
    'workspace_exports.list': () => exports,
    'workspace_exports.delete': () => {
      exports = []
      return undefined
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = await findDialog('Delete this archive?')
  expect(callsTo('workspace_exports.delete')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Download' })).toBeNull())
})

test('a failed archive says what to do', async () => {
  await renderDangerZone([
    makeWorkspaceExportData({ state: 'failed', code: 'too_large', expires_at: null }),
  ])
  expect(await screen.findByText(/^laurel export-workspace \S+ \.\/archive$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})

test('a refused archive says why', async () => {
  const { user } = await renderDangerZone([], {
    'workspace_exports.create': () => refuse('workspace_exports_full', { params: { finish: 3 } }),
  })
  await user.click(await createButton())
  expect(await screen.findByText('A team can keep at most 3 archives')).toBeTruthy()
})
