import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NominationsSummary, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { makeNominationsSummary, makeOwnRound } from '#tests/support/nomination-data.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'
import {
  exampleTime,
  makeConfig,
  makePermissions,
  makePerson,
  nextId,
} from '#tests/support/web-data.ts'
import { queryKey } from '#web/shared/query-keys.ts'

const member = makeConfig({ permissions: makePermissions() })
const render = (path: string, summary: NominationsSummary, rounds: OwnNominationRound[] = []) =>
  renderApp(path, {
    config: member,
    api: {
      'nominations.summary': () => summary,
      'nominations.list': () => rounds,
      'nominations.words': () => ({ items: [], next_cursor: null }),
    },
  })

test('rounds that await the reader come first, with what to do', async () => {
  const toVote = { nominate: false, score: false, vote: true }
  await render('/nominations', makeNominationsSummary({ to_do: 2 }), [
    makeOwnRound({ name: 'Past', phase: 'announced', abilities: { ...toVote, vote: false } }),
    makeOwnRound({ name: 'Done', phase: 'deciding', abilities: toVote, voted: true }),
    makeOwnRound({ name: 'Empty', phase: 'deciding', decision: 'vote', abilities: toVote }),
    makeOwnRound({ name: 'To vote', phase: 'deciding', abilities: toVote, to_vote: true }),
    makeOwnRound({ name: 'To nominate', own_nominations: 1 }),
  ])
  const toDo = within(await screen.findByRole('list', { name: 'Your turn' }))
  toDo.getByRole('link', { name: /To vote.*You haven’t voted yet/ })
  toDo.getByRole('link', { name: /To nominate.*Your nominations: 1 of 3/ })
  const running = within(screen.getByRole('list', { name: 'Running' }))
  running.getByRole('link', { name: /^Done.*You’ve voted/ })
  running.getByRole('link', { name: /^Empty.*People vote until/ })
  within(screen.getByRole('list', { name: 'Past' })).getByText('The winners are announced.')
  screen.getByRole('link', { name: 'Rounds 2 waiting for you' })
})

test('the kind words open first when nothing waits', async () => {
  await render('/nominations', makeNominationsSummary({ has_words: true }))
  await screen.findByText('No words yet')
})

test('words have the name of the nominator, or none', async () => {
  const ada = makePerson({ name: 'Ada Lind' })
  const round = { id: nextId(), name: 'Colleague of the quarter', emoji: '🌟' }
  const words = { round, group: null, created_at: exampleTime }
  await renderApp('/nominations?tab=words', {
    config: member,
    api: {
      'nominations.summary': () => makeNominationsSummary({ has_words: true }),
      'nominations.words': () => ({
        items: [
          { ...words, id: nextId(), nominator: ada, text: 'Calm and kind' },
          { ...words, id: nextId(), nominator: null, text: 'Thank you for the release' },
        ],
        next_cursor: null,
      }),
    },
  })
  const list = within(await screen.findByRole('list', { name: 'Words about you' }))
  const [named, unnamed] = list.getAllByRole('figure')
  within(named as HTMLElement).getByText('Ada Lind')
  within(unnamed as HTMLElement).getByText('A colleague')
})

test('a page without rounds says what will appear', async () => {
  await render('/nominations', makeNominationsSummary({ has_rounds: false }))
  await screen.findByRole('heading', { name: 'No rounds right now' })
})

test('a failed load can be tried again', async () => {
  const { user } = await renderApp('/nominations', {
    config: member,
    api: { 'nominations.summary': () => refuse('unavailable') },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  serve({ 'nominations.summary': () => makeNominationsSummary(), 'nominations.list': () => [] })
  await user.click(retry)
  await screen.findByRole('heading', { name: 'No rounds right now' })
})

test('the menu links the nominations only for people whom they concern', async () => {
  const { client, user } = await render(
    '/nominations',
    makeNominationsSummary({ has_rounds: false }),
  )
  await screen.findByRole('heading', { name: 'No rounds right now' })
  await user.click(screen.getByRole('button', { name: /^Menu for/ }))
  const menu = within(await screen.findByRole('menu'))
  await menu.findByRole('menuitem', { name: 'My profile' })
  await waitFor(() => expect(callsTo('nominations.summary').length).toBeGreaterThan(0))
  expect(menu.queryByRole('menuitem', { name: 'Nominations' })).toBeNull()
  serve({ 'nominations.summary': () => makeNominationsSummary({ to_do: 2 }) })
  await client.invalidateQueries({ queryKey: queryKey('nominations') })
  const item = await menu.findByRole('menuitem', { name: 'Nominations 2 waiting for you' })
  expect(item.getAttribute('href')).toBe('/nominations')
})
