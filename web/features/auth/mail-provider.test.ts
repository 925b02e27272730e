import { expect, test } from 'vitest'
import { findMailProvider } from './mail-provider.ts'

test('a Gmail address leads to its own account', () => {
  expect(findMailProvider('ada+team@Gmail.com')).toEqual({
    name: 'Gmail',
    url: 'https://mail.google.com/mail/?authuser=ada%2Bteam%40Gmail.com',
  })
})

test('other well-known domains lead to their web mail', () => {
  expect(
    ['a@hotmail.com', 'a@ymail.com', 'a@pm.me', 'a@me.com'].map(
      (email) => findMailProvider(email)?.name,
    ),
  ).toEqual(['Outlook', 'Yahoo Mail', 'Proton Mail', 'iCloud Mail'])
})

test('company domains and look-alikes lead nowhere', () => {
  expect(
    ['ada@northwind.example', 'ada@mail.gmail.com', 'ada@gmail.com.example', ''].map(
      findMailProvider,
    ),
  ).toEqual([undefined, undefined, undefined, undefined])
})
