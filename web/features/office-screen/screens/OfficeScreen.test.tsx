import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loseConnection, pageOf, renderApp } from '#tests/support/render.tsx'
import type { Handlers } from '#tests/support/fake-api.ts'
import { makePost } from '#tests/support/web-data.ts'

afterEach(() => vi.useRealTimers())
const renderScreen = (api: Handlers = {}) =>
  renderApp('/tv', {
    api: {
      'people.dates': () => [],
      'leaderboards.list': () => ({
        items: [],
        total: 0,
        own: null,
        direction: 'received',
        mode: 'receivers',
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      ...api,
    },
  })

test('shows public posts one after another and never a private one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const posts = [
    makePost({ description: 'First of all' }),
    makePost({ description: 'Between us', private: true }),
    makePost({ description: 'Second of all' }),
  ]
  const { user } = await renderScreen({ 'posts.list': () => pageOf(posts, null) })
  await screen.findByText('First of all')
  const wait = () => act(async () => vi.advanceTimersByTime(12_000))
  await wait()
  screen.getByText('Second of all')
  await wait()
  screen.getByText('First of all')
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  await wait()
  screen.getByText('First of all')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await wait()
  screen.getByText('Second of all')
  expect(screen.queryByText('Between us')).toBeNull()
})

test('a team without posts shows a way back', async () => {
  await renderScreen({ 'posts.list': () => pageOf([], null) })
  await screen.findByRole('heading', { name: 'It’s quiet in here' })
  expect(screen.getByRole('link', { name: 'Back to the feed' }).getAttribute('href')).toBe('/feed')
})

test('a failed load offers a retry', async () => {
  await renderScreen({ 'posts.list': loseConnection })
  await screen.findByRole('button', { name: 'Try again' })
})
