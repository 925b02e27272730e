import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NominationResult, NominationRound } from '#contract/schemas/nominations.ts'
import {
  makeNomineeResult,
  makeReport,
  makeResult,
  makeRound,
} from '#tests/support/nomination-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makePerson, nextId } from '#tests/support/web-data.ts'

const rosa = makeNomineeResult()
const li = makeNomineeResult({
  nominee: { user: makePerson({ name: 'Li Wei' }), group: null },
  place: 2,
  won: false,
})
const render = (round: NominationRound, result: NominationResult) =>
  renderApp(`/settings/nominations/${round.id}`, {
    api: {
      'nominations.rounds': () => [round],
      'nominations.result': () => result,
      'nominations.report': () => makeReport(),
    },
  })

test('a decided round shows places, scores and departments', async () => {
  await render(makeRound({ phase: 'ended' }), makeResult({ nominees: [rosa, li] }))
  const table = within(await screen.findByRole('table', { name: 'Result' }))
  const row = within(table.getByRole('row', { name: /Rosa Park/ }))
  row.getByText('Wins')
  row.getByText('4.3')
  row.getByText('plus or minus 0.5')
  screen.getByText('Jurors who have scored everything: 3 of 3')
  await screen.findByText('12 of 48 people nominated (25%).')
  screen.getByRole('row', { name: 'Small departments 7 1 0' })
})

test('winners are announced with quotes after a confirmation', async () => {
  const quotes = ['One', 'Two', 'Three', 'Four'].map((text) => ({
    nomination_id: nextId(),
    nominator: makePerson({ name: 'Ada Lind' }),
    text,
  }))
  const winner = { ...rosa, quotes }
  const round = makeRound({ phase: 'ended', budget: { id: nextId(), name: 'Culture' } })
  const { user } = await render(round, makeResult({ nominees: [winner, li] }))
  for (const text of ['One', 'Two', 'Three'])
    await user.click(await screen.findByRole('checkbox', { name: `“${text}”` }))
  expect(screen.getByRole('checkbox', { name: '“Four”' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Announce winners' }))
  const dialog = await findDialog('Announce the winners?')
  dialog.getByText('Rosa Park')
  dialog.getByText('3 quotes')
  dialog.getByText('200 points in total from the budget Culture.')
  serve({ 'nominations.announce': () => makeRound({ phase: 'announced' }) })
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  await screen.findByText('The winners are announced.')
  expect(callsTo('nominations.announce').at(-1)?.body).toEqual({
    winners: [
      { nominee_id: winner.id, quote_ids: quotes.slice(0, 3).map((quote) => quote.nomination_id) },
    ],
  })
  expect(callsTo('nominations.announce').at(-1)?.key).not.toBeNull()
})

test('an administrator chooses among equal nominees before the announcement', async () => {
  const equal = [rosa, li].map((one) => ({ ...one, place: 1, won: false }))
  const { user } = await render(
    makeRound({ phase: 'ended', tie_rule: 'administrator' }),
    makeResult({ nominees: equal, tied_ids: [rosa.id, li.id], places_left: 1 }),
  )
  await user.click(await screen.findByRole('button', { name: 'Announce winners' }))
  await screen.findByText('Choose 1 of them')
  await user.click(screen.getByRole('checkbox', { name: 'Rosa Park' }))
  // One place is left, so another choice replaces the first.
  await user.click(screen.getByRole('checkbox', { name: 'Li Wei' }))
  await user.click(screen.getByRole('button', { name: 'Announce winners' }))
  const dialog = await findDialog('Announce the winners?')
  serve({ 'nominations.announce': () => refuse('nomination_winners') })
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  await screen.findByText('The result has changed. Please look at it again')
  expect(callsTo('nominations.announce').at(-1)?.body).toEqual({
    winners: [{ nominee_id: li.id, quote_ids: [] }],
  })
})

test('a result that a worker has not fixed yet cannot be announced', async () => {
  await render(
    makeRound({ phase: 'ended' }),
    makeResult({ decided: false, nominees: [{ ...rosa, place: null, won: false }] }),
  )
  await screen.findByText('The result is being worked out. It appears here within a minute.')
  expect(screen.queryByRole('button', { name: /Announce|End the round/ })).toBeNull()
})

test('a winner who has left is left out of the announcement', async () => {
  const left = { ...li, place: 1, won: true, left: true }
  const { user } = await render(
    makeRound({ phase: 'ended', winners_max: 2 }),
    makeResult({ nominees: [rosa, left] }),
  )
  await screen.findByRole('row', { name: /Li Wei.*No longer here/ })
  await user.click(screen.getByRole('button', { name: 'Announce winners' }))
  const dialog = await findDialog('Announce the winners?')
  expect(dialog.queryByText('Li Wei')).toBeNull()
  serve({ 'nominations.announce': () => makeRound({ phase: 'announced' }) })
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  await screen.findByText('The winners are announced.')
  expect(callsTo('nominations.announce').at(-1)?.body).toEqual({
    winners: [{ nominee_id: rosa.id, quote_ids: [] }],
  })
})

test('a decided round whose nominees have all left can be ended', async () => {
  await render(
    makeRound({ phase: 'ended' }),
    makeResult({ nominees: [{ ...rosa, place: null, won: false }] }),
  )
  await screen.findByText(
    'Nobody can win this round: no nominee who is still here has a score or a vote.',
  )
  screen.getByRole('button', { name: 'End the round' })
})

test('a nominee is left out and taken in again', async () => {
  let result = makeResult({ nominees: [rosa, li] })
  const { user } = await render(makeRound({ phase: 'ended' }), result)
  serve({
    'nominations.exclude': ({ body: { excluded } }) =>
      (result = makeResult({ nominees: [{ ...rosa, excluded, won: false, place: null }, li] })),
    'nominations.result': () => result,
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for Rosa Park' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Leave out of the result' }))
  const row = await screen.findByRole('row', { name: /Rosa Park.*Left out/ })
  await user.click(within(row).getByRole('button', { name: 'Actions for Rosa Park' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Take in again' }))
  await waitFor(() => expect(screen.queryByText('Left out')).toBeNull())
  expect(callsTo('nominations.exclude').map(({ body }) => body)).toEqual([
    { excluded: true },
    { excluded: false },
  ])
})

test('a round is canceled after a confirmation', async () => {
  const round = makeRound()
  const { user } = await render(round, makeResult({ phase: 'open', nominees: [] }))
  await screen.findByText('No nominations yet')
  await user.click(screen.getByRole('button', { name: 'Cancel round' }))
  const dialog = await findDialog(`Cancel ${round.name}?`)
  serve({
    'nominations.cancel_round': () => ({ ...round, phase: 'canceled' as const }),
    'nominations.rounds': () => [{ ...round, phase: 'canceled' as const }],
  })
  await user.click(dialog.getByRole('button', { name: 'Cancel round' }))
  await screen.findByText('Canceled, without winners.')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('an unknown round is not found', async () => {
  await renderApp(`/settings/nominations/${nextId()}`, { api: { 'nominations.rounds': () => [] } })
  await screen.findByRole('heading', { name: 'Nothing to see here' })
})
