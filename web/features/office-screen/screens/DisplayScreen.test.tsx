import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeScreenView } from '#tests/support/office-screen-data.ts'
import { callsTo, loseConnection, refuse, renderApp, serve } from '#tests/support/render.tsx'
import type { Handlers } from '#tests/support/fake-api.ts'

afterEach(() => vi.useRealTimers())
const renderDisplay = (open: Handlers['office_screens.open']) =>
  renderApp('/screen/secret', {
    config: null,
    api: open ? { 'office_screens.open': open } : {},
  })
/** Lets the display ask again. */
const waitForRefresh = () => act(() => vi.advanceTimersByTimeAsync(76_000))

test('shows posts, leaders and dates without a session', async () => {
  await renderDisplay(() => makeScreenView())
  await screen.findByText('You stayed with the customer until everything worked. Thank you both!')
  screen.getByRole('heading', { name: 'Juniper & Lane' })
  // The DOM of the tests reads a space after each name.
  screen.getByRole('heading', { name: /Nora Albrecht.*Tomás Pereira ?, Li Wei/ })
  screen.getByText('Amara Okafor')
  expect(callsTo('office_screens.open')[0]?.body).toEqual({ token: 'secret' })
  expect(callsTo('config.get')).toEqual([])
})

test('has no link into the app and sends no referrer', async () => {
  await renderDisplay(() => makeScreenView())
  await screen.findByRole('article')
  expect(screen.queryAllByRole('link').filter(({ className }) => className !== 'sr-only')).toEqual(
    [],
  )
  expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer')
})

test('speaks the language of the team', async () => {
  await renderDisplay(() => makeScreenView({ language: 'es' }))
  await screen.findByRole('button', { name: 'Pausar' })
})

test('a post of the team to a former member names both', async () => {
  const [, post] = makeScreenView().posts
  await renderDisplay(() => makeScreenView({ posts: post ? [post] : [] }))
  await screen.findByRole('heading', { name: /Juniper & Lane.*Former teammate/, level: 2 })
})

test('an ended link says so', async () => {
  await renderDisplay(() => refuse('not_found'))
  await screen.findByRole('heading', { name: 'This link does not work any more' })
  screen.getByText('Ask an administrator for a new one.')
})

test('keeps the last answer while the server is unreachable', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderDisplay(() => makeScreenView())
  await screen.findByRole('article')
  serve({ 'office_screens.open': loseConnection })
  await waitForRefresh()
  screen.getByRole('article')
  serve({ 'office_screens.open': () => makeScreenView({ team: 'New name' }) })
  await waitForRefresh()
  await screen.findByRole('heading', { name: 'New name' })
})

test('stops showing the team once the link is deleted', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderDisplay(() => makeScreenView())
  await screen.findByRole('article')
  serve({ 'office_screens.open': () => refuse('not_found') })
  await waitForRefresh()
  await screen.findByRole('heading', { name: 'This link does not work any more' })
  expect(screen.queryByText('Juniper & Lane')).toBeNull()
})

test('a failed load offers a retry', async () => {
  await renderDisplay(loseConnection)
  await screen.findByRole('button', { name: 'Try again' })
})
