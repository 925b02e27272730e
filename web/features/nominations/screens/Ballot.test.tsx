import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BallotNominee, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { makeBallotNominee, makeOwnRound } from '#tests/support/nomination-data.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makePermissions, makePerson } from '#tests/support/web-data.ts'

const member = makeConfig({ permissions: makePermissions() })
const named = (name: string) => ({ user: makePerson({ name }), group: null })
const rosa = makeBallotNominee({ nominee: named('Rosa Park') })
const li = makeBallotNominee({ nominee: named('Li Wei') })
const boss = makeBallotNominee({ nominee: named('Nora Albrecht'), conflict: 'report' })

/** Renders a round in which the reader scores or votes. The ballot is that of the server. */
function render(decision: OwnNominationRound['decision'], ballot: BallotNominee[]) {
  const round = makeOwnRound({
    phase: 'deciding',
    decision,
    criteria: decision === 'jury' ? ['Impact', 'Help'] : [],
    abilities: { nominate: false, score: decision === 'jury', vote: decision === 'vote' },
    to_score: ballot.filter(({ conflict }) => !conflict).length,
  })
  return renderApp(`/nominations/${round.id}`, {
    config: member,
    api: {
      'nominations.get': () => round,
      'nominations.own': () => [],
      'nominations.ballot': () => ({ items: ballot, next_cursor: null }),
    },
  })
}

test('a juror scores by keyboard and goes on to the next nominee', async () => {
  const { user } = await render('jury', [rosa, li, boss])
  await screen.findByText('0 of 2 scored')
  screen.getByText('You can’t score: they’re your manager')
  expect(screen.queryByRole('button', { name: /^Nora Albrecht/ })).toBeNull()
  const impact = within(screen.getByRole('group', { name: 'Impact' }))
  const help = within(screen.getByRole('group', { name: 'Help' }))
  await user.click(impact.getByRole('radio', { name: '4' }))
  expect(callsTo('nominations.score')).toHaveLength(0)
  screen.getByText('Saved once every criterion has a score')
  const scored = { ...rosa, scores: [4, 5] }
  serve({
    'nominations.score': () => scored,
    'nominations.ballot': () => ({ items: [scored, li, boss], next_cursor: null }),
  })
  help.getByRole('radio', { name: '4' }).focus()
  await user.keyboard('{ArrowRight}')
  await screen.findByText('Saved')
  await screen.findByText('1 of 2 scored')
  expect(callsTo('nominations.score').at(-1)?.body).toEqual({ scores: [4, 5] })
  await user.click(screen.getByRole('button', { name: 'Next nominee' }))
  const next = screen.getByRole('button', { name: /Li Wei/ })
  expect(next.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(next)
})

test('scores that were not saved can be sent again and removed', async () => {
  const scored = { ...rosa, scores: [4, 5] }
  const { user } = await render('jury', [scored])
  await user.click(await screen.findByRole('button', { name: /Rosa Park/ }))
  serve({ 'nominations.score': () => refuse('unavailable') })
  await user.click(
    within(screen.getByRole('group', { name: 'Help' })).getByRole('radio', { name: '3' }),
  )
  await screen.findByText('Not saved')
  serve({ 'nominations.score': () => ({ ...rosa, scores: [4, 3] }) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull())
  serve({ 'nominations.score': () => rosa })
  await user.click(screen.getByRole('button', { name: 'Remove my scores' }))
  await waitFor(() => expect(callsTo('nominations.score').at(-1)?.body).toEqual({ scores: [] }))
})

test('a removal of scores that failed can be sent again', async () => {
  const scored = { ...rosa, scores: [4, 5] }
  const { user } = await render('jury', [scored])
  await user.click(await screen.findByRole('button', { name: /Rosa Park/ }))
  serve({ 'nominations.score': () => refuse('unavailable') })
  await user.click(screen.getByRole('button', { name: 'Remove my scores' }))
  await screen.findByText('Not saved')
  serve({ 'nominations.score': () => rosa })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(callsTo('nominations.score')).toHaveLength(2))
  expect(callsTo('nominations.score').at(-1)?.body).toEqual({ scores: [] })
})

test('a voter finds a nominee, votes, and takes the vote back', async () => {
  const self = makeBallotNominee({ nominee: named('Nora Albrecht'), conflict: 'self' })
  const { user, fill } = await render('vote', [rosa, li, self])
  await screen.findByText('No vote: that’s you')
  await fill(screen.getByRole('searchbox', { name: 'Find a nominee' }), 'Ros')
  await waitFor(() =>
    expect(callsTo('nominations.ballot').at(-1)?.query).toMatchObject({ q: 'Ros' }),
  )
  const round = makeOwnRound({
    phase: 'deciding',
    decision: 'vote',
    voted: true,
    abilities: { nominate: false, score: false, vote: true },
  })
  const voted = { items: [{ ...rosa, voted: true }, li, self], next_cursor: null }
  serve({
    'nominations.vote': () => round,
    'nominations.get': () => round,
    'nominations.ballot': () => voted,
  })
  await user.click(screen.getByRole('button', { name: 'Vote Rosa Park' }))
  await screen.findByText('Your vote')
  expect(callsTo('nominations.vote').at(-1)?.body).toEqual({ nominee_id: rosa.id })
  const open = { ...round, voted: false }
  serve({
    'nominations.vote': () => open,
    'nominations.get': () => open,
    'nominations.ballot': () => ({ items: [rosa, li, self], next_cursor: null }),
  })
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await screen.findByText('Vote taken back.')
  expect(callsTo('nominations.vote').at(-1)?.body).toEqual({ nominee_id: null })
  await screen.findByText('You haven’t voted yet')
})
