import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleTime } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp } from '#tests/support/render.tsx'
import type { AuditStream } from '../api/audit-stream.ts'

const makeStream = (fields: Partial<AuditStream> = {}): AuditStream => ({
  kind: 'https',
  target: 'https://siem.northwind.example/events',
  header_name: 'authorization',
  has_secret: true,
  authority: '',
  state: 'active',
  failures: 0,
  last_error: '',
  waiting: 0,
  delivered_at: null,
  created_at: exampleTime,
  ...fields,
})

async function renderLog(stream: AuditStream | null) {
  let current = stream
  const app = await renderApp('/settings/audit', {
    api: {
      'workspace.audit': () => ({ items: [], next_cursor: null }),
      'people.administrators': () => [],
      'audit_stream.get': () => ({ stream: current }),
      'audit_stream.save': ({ body }) => {
        if (!body.target.startsWith('https:') && body.kind === 'https')
          return refuse('address_refused', { field: 'target' })
        const { secret, ...columns } = body
        current = makeStream({ ...columns, has_secret: Boolean(secret) })
        return { stream: current }
      },
      'audit_stream.remove': () => {
        current = null
        return { stream: null }
      },
      'audit_stream.test': () => ({ error: 'status 401' }),
    },
  })
  return app
}

test('a receiver is set up with its header and secret', async () => {
  const { user, fill } = await renderLog(null)
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  const dialog = await findDialog('Send to your SIEM')
  await fill(dialog.getByLabelText('URL of the receiver'), 'http://siem.example')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Please use an https URL on the public internet')
  await fill(dialog.getByLabelText('URL of the receiver'), 'https://siem.example')
  await fill(dialog.getByLabelText('Header with the secret'), 'DD-API-KEY')
  await fill(dialog.getByLabelText('Secret'), 'key')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Sent to https://siem.example')
  expect(callsTo('audit_stream.save').at(-1)?.body).toMatchObject({
    kind: 'https',
    header_name: 'dd-api-key',
    secret: 'key',
    state: 'active',
  })
})

test('a saved secret is kept unless the receiver changes', async () => {
  const { user, fill } = await renderLog(makeStream())
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  let dialog = await findDialog('Send to your SIEM')
  await user.click(dialog.getByRole('checkbox', { name: /Pause sending/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Paused:/)
  expect(callsTo('audit_stream.save')[0]?.body).not.toHaveProperty('secret')
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  dialog = await findDialog('Send to your SIEM')
  await fill(dialog.getByLabelText('URL of the receiver'), 'https://other.example')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsTo('audit_stream.save')[1]?.body).toMatchObject({ secret: null }))
})

test('syslog asks for host, port and a private authority', async () => {
  const { user, fill } = await renderLog(null)
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  const dialog = await findDialog('Send to your SIEM')
  await user.selectOptions(dialog.getByLabelText('How to send'), 'syslog')
  await fill(dialog.getByLabelText('Host and port'), 'siem.example:6514')
  expect(dialog.queryByLabelText('Header with the secret')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Sent to siem.example:6514')
})

test('a test entry shows why the receiver did not take it', async () => {
  const { user } = await renderLog(makeStream())
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  const dialog = await findDialog('Send to your SIEM')
  await user.click(dialog.getByRole('button', { name: 'Send a test entry' }))
  await dialog.findByText('The receiver didn’t take it: status 401')
})

test('a failing receiver is named with its reason, and can be removed', async () => {
  const { user } = await renderLog(makeStream({ failures: 3, last_error: 'status 503' }))
  await screen.findByText(/isn’t taking entries: status 503/)
  await user.click(screen.getByRole('button', { name: 'Change' }))
  const dialog = await findDialog('Send to your SIEM')
  await user.click(dialog.getByRole('button', { name: 'Stop sending' }))
  await screen.findByRole('button', { name: 'Set up' })
})
