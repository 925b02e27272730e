import { expect, test } from 'vitest'
import { suggestTeamName } from './suggest-team-name.ts'

test('a company domain becomes a capitalized name', () => {
  expect(
    ['ada@northwind.example', 'ada@Juniper-Lane.com', 'ada@mail.acme.co.uk', 'ada@co.uk'].map(
      suggestTeamName,
    ),
  ).toEqual(['Northwind', 'Juniper Lane', 'Acme', 'Co'])
})

test('public mail providers and internationalized domains suggest no name', () => {
  expect(
    ['ada@gmail.com', 'ada@YAHOO.co.uk', 'ada@xn--bcher-kva.example', 'ada@localhost'].map(
      suggestTeamName,
    ),
  ).toEqual([null, null, null, null])
})
