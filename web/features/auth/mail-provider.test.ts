import { expect, test } from 'vitest'
import { findMailProvider } from './mail-provider.ts'

test('a Gmail address returns the link to its account', () => {
  expect(findMailProvider('ada+team@Gmail.com')).toEqual({
    name: 'Gmail',
    url: 'https://mail.google.com/mail/?authuser=ada%2Bteam%40Gmail.com',
  })
})

test('other well-known domains return the link to their web mail', () => {
  expect(
    ['a@hotmail.com', 'a@ymail.com', 'a@pm.me', 'a@me.com'].map(
      (email) => findMailProvider(email)?.name,
    ),
  ).toEqual(['Outlook', 'Yahoo Mail', 'Proton Mail', 'iCloud Mail'])
})

test('company and look-alike domains return no link', () => {
  expect(
    ['ada@northwind.example', 'ada@mail.gmail.com', 'ada@gmail.com.example', ''].map(
      findMailProvider,
    ),
  ).toEqual([undefined, undefined, undefined, undefined])
})
