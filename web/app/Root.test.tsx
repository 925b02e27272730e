import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#tests/support/render.tsx'
import { stayOnPage } from '#tests/support/sso-data.ts'

/** Changes the session as another tab does. */
const changeSession = (oldValue: string | null, newValue: string) =>
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'laurel.session', oldValue, newValue }))
  })
const renderInbox = () =>
  renderApp('/inbox', { api: { 'inbox.list': () => ({ items: [], next_cursor: null }) } })

test('a page starts again when another tab enters another team', async () => {
  const assign = stayOnPage()
  await renderInbox()
  changeSession('session-token', 'other-session')
  expect(assign).toHaveBeenCalledWith('/feed')
})

test('a page stays when another tab keeps or begins the session', async () => {
  const assign = stayOnPage()
  await renderInbox()
  changeSession('session-token', 'session-token')
  changeSession(null, 'session-token')
  expect(assign).not.toHaveBeenCalled()
})

test('a page without a session stays when another tab enters a team', async () => {
  const assign = stayOnPage()
  await renderApp('/login', { config: null })
  changeSession('session-token', 'other-session')
  expect(assign).not.toHaveBeenCalled()
})
