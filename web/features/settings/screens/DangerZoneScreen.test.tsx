import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { makePresence } from '#tests/support/web-data.ts'
import { expect, test, vi } from 'vitest'
import type { WorkspaceExport } from '#contract/schemas/workspace-exports.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, refuse, renderApp } from '#tests/support/render.tsx'
import { makeRunningExport, makeWorkspaceExportData } from '#tests/support/workspace-export-data.ts'

const renderDangerZone = (exports: WorkspaceExport[], api: Handlers = {}) =>
  renderApp('/settings/danger', {
    api: {
      'presence.get': () => makePresence(),
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

/** Opens the dialog of the reset, which asks for the code that was mailed. */
async function askForReset() {
  let isProven = false
  const app = await renderDangerZone([], {
    'presence.send_code': () => ({ sig: 'signature' }),
    'presence.prove': ({ body }) => {
      if (body.code !== '123456') return refuse('invalid_code', { field: 'code' })
      isProven = true
      return makePresence()
    },
    'workspace.reset': () => (isProven ? undefined : refuse('presence_required')),
  })
  await app.user.click(await screen.findByRole('button', { name: 'Reset data' }))
  const dialog = await findDialog('Reset data')
  const confirm = () => dialog.getByRole('button', { name: 'Delete posts and points' })
  const nameField = () => dialog.getByLabelText<HTMLInputElement>(/Type the team’s name/)
  return { ...app, confirm, nameField }
}

test('a reset needs the name of the team and the mailed code', async () => {
  const { user, fill, confirm, nameField } = await askForReset()
  expect(confirm().hasAttribute('disabled')).toBe(true)
  await fill(nameField(), 'Juniper')
  expect(confirm().hasAttribute('disabled')).toBe(true)
  await fill(nameField(), 'Juniper & Lane')
  await user.click(confirm())
  const proving = await findDialog('Confirm it’s you')
  await user.click(await proving.findByLabelText('Digit 1'))
  await user.paste('000000')
  await proving.findByText('Invalid code. Please try again')
  await expectNoViolations(screen.getByRole('dialog', { name: 'Confirm it’s you' }))
  await user.click(proving.getByLabelText('Digit 1'))
  await user.paste('123456')
  await screen.findByText('Your team has a fresh start.')
  expect(callsTo('presence.prove').map(({ body }) => body)).toEqual([
    { sig: 'signature', code: '000000' },
    { sig: 'signature', code: '123456' },
  ])
  expect(callsTo('workspace.reset').at(-1)?.body).toEqual({ name: 'Juniper & Lane' })
})

/** Closes the dialog of the mailed code, once it has loaded. */
async function closeCodeDialog(user: UserEvent): Promise<void> {
  await (await findDialog('Confirm it’s you')).findByLabelText('Digit 1')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).toBeNull())
}

test('a closed code dialog keeps the input and sends no second code', async () => {
  const { user, fill, confirm, nameField } = await askForReset()
  await fill(nameField(), 'Juniper & Lane')
  await user.click(confirm())
  await closeCodeDialog(user)
  expect(nameField().value).toBe('Juniper & Lane')
  expect((await findDialog('Reset data')).queryByRole('alert')).toBeNull()
  await user.click(confirm())
  await closeCodeDialog(user)
  expect(callsTo('presence.send_code')).toHaveLength(1)
})

test('the danger zone stays closed after a change of the address', async () => {
  await renderDangerZone([], {
    'presence.get': () => makePresence({ danger_zone_from: '2026-03-07T10:00:00.000Z' }),
  })
  await screen.findByText(/^You changed your email address recently\./)
  for (const name of ['Reset data', 'Delete the team'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
})
